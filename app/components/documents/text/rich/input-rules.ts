import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import { safeLinkUrl } from '#components/markdown/safe-url.ts'
import { schema } from '../markdown/schema.ts'
import { findAbove, ruleSource } from './blocks.ts'
import { toggleList } from './lists.ts'

const { nodes, marks } = schema

/** What is typed as Markdown becomes what it means: `# `, `- `, `1. `, `> `, `[ ] `, ```` ``` ````, `---`, `**bold**` and so on. */
export function markdownInputRules() {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6}) $/, nodes.heading, (match) => ({
        level: match[1]?.length ?? 1,
      })),
      wrappingInputRule(/^ {0,3}> $/, nodes.blockquote),
      wrappingInputRule(/^ {0,3}([-+*]) $/, nodes.bullet_list, (match) => ({ bullet: match[1] })),
      wrappingInputRule(
        /^ {0,3}(\d{1,9})([.)]) $/,
        nodes.ordered_list,
        (match) => ({ start: Number(match[1]), delimiter: match[2] }),
        (match, { childCount, attrs }) =>
          childCount * attrs.step + attrs.start === Number(match[1]) &&
          attrs.delimiter === match[2],
      ),
      taskRule(),
      ruleRule(),
      markRule(/(?<![*\\])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
      markRule(/(?<![_\\\p{L}\p{N}])__([^_\s](?:[^_]*[^_\s])?)__$/u, marks.strong, '__'),
      markRule(/(?<![*\\])\*([^*\s](?:[^*]*[^*\s])?)\*$/, marks.em),
      markRule(/(?<![_\\\p{L}\p{N}])_([^_\s](?:[^_]*[^_\s])?)_$/u, marks.em, '_'),
      markRule(/(?<![~\\])~~([^~\s](?:[^~]*[^~\s])?)~~$/, marks.strike),
      markRule(/(?<![`\\])`([^`\s](?:[^`]*[^`\s])?)`$/, marks.code),
      linkRule(),
    ],
  })
}

/** Wraps what stands between two signs in a mark; the signs go. */
function markRule(pattern: RegExp, type: MarkType, marker?: string): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const inner = match[1] ?? ''
      const sign = Math.round((match[0].length - inner.length) / 2)
      // The last character of the closing sign is only being typed.
      const textStart = start + sign
      const textEnd = textStart + inner.length
      if (!isPlainText(state.doc.textBetween(start, end, undefined, '\ufffc'))) return null
      const mark = type.create(marker ? { marker } : null)
      return state.tr
        .delete(textEnd, end)
        .delete(start, textStart)
        .addMark(start, start + inner.length, mark)
        .removeStoredMark(type)
    },
    { inCodeMark: false },
  )
}

function isPlainText(text: string): boolean {
  return !text.includes('\ufffc')
}

function linkRule(): InputRule {
  return new InputRule(
    /(?<![!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
    (state, match, start, end) => {
      const [, text = '', address = ''] = match
      const href = safeLinkUrl(address)
      if (!href || !isPlainText(state.doc.textBetween(start, end, undefined, '\ufffc'))) return null
      return state.tr
        .delete(start + 1 + text.length, end)
        .delete(start, start + 1)
        .addMark(start, start + text.length, marks.link.create({ href }))
        .removeStoredMark(marks.link)
    },
    { inCodeMark: false },
  )
}

function taskRule(): InputRule {
  return new InputRule(/^\[([ xX]?)\] $/, (state, match, start, end) => {
    const checked = match[1]?.trim() !== '' && match[1] !== undefined
    const item = findAbove(state.selection.$from, ({ type }) => type === nodes.list_item)
    if (item) {
      if (item.depth !== state.selection.$from.depth - 1) return null
      return state.tr.delete(start, end).setNodeAttribute(item.position, 'checked', checked)
    }
    let changed: ReturnType<typeof state.tr.delete> | null = null
    const cleared = state.apply(state.tr.delete(start, end))
    toggleList('task')(cleared, (tr) => {
      changed = tr
    })
    if (!changed) return null
    const tr = state.tr.delete(start, end)
    for (const step of (changed as typeof tr).steps) tr.step(step)
    return tr
  })
}

function ruleRule(): InputRule {
  return new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
    const { $from } = state.selection
    const { parent, depth } = $from
    if (parent.type !== nodes.paragraph || parent.content.size !== 2 || depth === 0) return null
    const position = $from.before()
    if (start !== position + 1) return null
    const around = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    if (!around.canReplaceWith(index, index + 1, nodes.rule)) return null
    const rule = nodes.rule.create({ source: ruleSource(state) })
    const tr = state.tr.replaceWith(position, $from.after(), [rule, nodes.paragraph.create()])
    return tr.setSelection(TextSelection.create(tr.doc, position + 2))
  })
}
