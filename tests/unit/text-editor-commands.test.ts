import fc from 'fast-check'
import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { CellSelection, tableEditing } from 'prosemirror-tables'
import { describe, expect, test } from 'vitest'
import { createKeptSource } from '#components/documents/text/markdown/kept-source.ts'
import { schema } from '#components/documents/text/markdown/schema.ts'
import {
  insertRule,
  setTextBlock,
  toggleCodeBlock,
} from '#components/documents/text/rich/blocks.ts'
import { markdownOf, markdownSlice, withinCell } from '#components/documents/text/rich/clipboard.ts'
import { changeLink, linkAt, typedAddress } from '#components/documents/text/rich/links.ts'
import {
  leaveItem,
  splitItem,
  toggleList,
  toggleQuote,
} from '#components/documents/text/rich/lists.ts'
import {
  insertTable,
  keepTableShape,
  nextRow,
  TABLE_COMMANDS,
} from '#components/documents/text/rich/tables.ts'
import { MARKDOWN_SAMPLES } from '#tests/support/markdown-samples.ts'

const { nodes, marks } = schema
const SAMPLES = Object.values(MARKDOWN_SAMPLES).filter((sample) => sample.length < 20_000)

function open(content: string) {
  const kept = createKeptSource()
  const plugins = [history(), tableEditing(), keepTableShape()]
  const state = EditorState.create({ doc: kept.read(content), plugins })
  return { kept, state }
}

/** Opens a content with the caret where `|` stands, or with what stands between two of them selected. */
function openAt(marked: string) {
  const [before = '', ...rest] = marked.split('|')
  const content = before + rest.join('')
  const opened = open(content)
  const texts: { position: number; text: string }[] = []
  opened.state.doc.descendants((node, position) => {
    if (node.isText) texts.push({ position, text: node.text ?? '' })
  })
  const place = (word: string, atEnd: boolean) => {
    const found = texts.find(({ text }) => text.includes(word))
    if (!found) throw new Error(`There is no ${word}.`)
    return found.position + found.text.indexOf(word) + (atEnd ? word.length : 0)
  }
  return {
    ...opened,
    caretAfter: (word: string) => select(opened.state, place(word, true), place(word, true)),
    selecting: (word: string) => select(opened.state, place(word, false), place(word, true)),
  }
}

function select(state: EditorState, from: number, to: number): EditorState {
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
}

function run(state: EditorState, command: Command): EditorState {
  let after = state
  command(state, (tr) => {
    after = state.apply(tr)
  })
  return after
}

const COMMANDS: Record<string, Command> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  struck: toggleMark(marks.strike),
  code: toggleMark(marks.code),
  paragraph: setTextBlock(nodes.paragraph),
  heading: setTextBlock(nodes.heading, { level: 2 }),
  'code block': toggleCodeBlock,
  quote: toggleQuote,
  bullets: toggleList('bullet'),
  numbers: toggleList('ordered'),
  tasks: toggleList('task'),
  line: insertRule,
  table: insertTable,
  'next row': nextRow('same'),
  'split item': splitItem,
  'leave item': leaveItem,
  enter: baseKeymap.Enter ?? (() => false),
  backspace: baseKeymap.Backspace ?? (() => false),
  ...Object.fromEntries(TABLE_COMMANDS),
}

describe('commands', () => {
  test('leave every block that they do not touch as it was, byte for byte', () => {
    const command = fc.constantFrom(...Object.keys(COMMANDS))
    const edits = fc.array(fc.tuple(command, fc.nat(), fc.nat(12)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), edits, (content, chosen) => {
        const { kept, state: first } = open(content)
        const bodies = new Map(kept.sourcesOf(first.doc).map(({ node, body }) => [node, body]))
        let state = first
        for (const [name, at, length] of chosen) {
          const { size } = state.doc.content
          const from = state.doc.resolve(at % (size + 1))
          const to = state.doc.resolve(Math.min(size, from.pos + length))
          state = state.apply(state.tr.setSelection(TextSelection.between(from, to)))
          state = run(state, COMMANDS[name] ?? (() => false))
          state.doc.check()
        }
        for (const { node, body } of kept.sourcesOf(state.doc)) {
          if (bodies.has(node)) expect(body).toBe(bodies.get(node))
        }
        // What is saved can be opened again, and gives the same.
        const saved = kept.contentOf(state.doc)
        const again = createKeptSource()
        expect(again.contentOf(again.read(saved))).toBe(saved)
      }),
      { numRuns: 400 },
    )
  })

  test.each([
    ['bold', 'One two', 'two', 'One **two**'],
    ['heading', 'One\ntext\n\nTwo', 'One', '## One text\n\nTwo'],
    ['paragraph', '# One\nTwo', 'One', 'One\n\nTwo'],
    ['bullets', 'One\n\nTwo', 'One', '- One\n\nTwo'],
    ['numbers', '- One\n- Two\n', 'Two', '1. One\n2. Two\n'],
    ['tasks', '- One\n- Two\n', 'Two', '- [ ] One\n- [ ] Two\n'],
    ['bullets', '- [x] One\n- [ ] Two\n', 'Two', '- One\n- Two\n'],
    ['quote', 'One\n\nTwo', 'Two', 'One\n\n> Two'],
    ['quote', '> One\n\nTwo', 'One', 'One\n\nTwo'],
    ['code block', 'One\ntwo\n', 'One', '```\nOne\ntwo\n```\n'],
    ['code block', '```js\nOne\ntwo\n```\n', 'One', 'One\\\ntwo\n'],
    ['line', 'One\n\nTwo\n', 'One', '***\n'],
  ])('%s of %j', (name, content, word, expected) => {
    const { kept, selecting } = openAt(content)
    const after = run(selecting(word), COMMANDS[name] ?? (() => false))
    const saved = kept.contentOf(after.doc)
    if (name === 'line') expect(saved).toContain(expected)
    else expect(saved).toBe(expected)
  })

  test('two new lists beside each other stay two', () => {
    const { kept, state } = open('a\n\nb\n\nc\n')
    const list = (text: string) =>
      nodes.bullet_list.create(
        null,
        nodes.list_item.create(null, nodes.paragraph.create(null, schema.text(text))),
      )
    const lists = [list('a'), list('b'), list('c')]
    const { doc } = state.apply(state.tr.replaceWith(0, state.doc.content.size, lists))
    expect(kept.contentOf(doc)).toBe('- a\n\n* b\n\n- c\n')
  })
})

describe('a table', () => {
  const CONTENT = 'Before\n\n|  a | b |\n|---|--:|\n| c | d |\n\nAfter\n'

  test.each([
    ['Insert row below', 'd', '| a | b |\n| --- | ---: |\n| c | d |\n|  |  |'],
    ['Insert row above', 'd', '| a | b |\n| --- | ---: |\n|  |  |\n| c | d |'],
    ['Insert row below', 'a', '| a | b |\n| --- | ---: |\n|  |  |\n| c | d |'],
    ['Insert column after', 'a', '| a |  | b |\n| --- | --- | ---: |\n| c |  | d |'],
    ['Delete column', 'd', '| a |\n| --- |\n| c |'],
    ['Delete row', 'd', '| a | b |\n| --- | ---: |'],
    ['Align right', 'c', '| a | b |\n| ---: | ---: |\n| c | d |'],
    ['Align right', 'd', '| a | b |\n| --- | --- |\n| c | d |'],
  ])('%s at %s', (name, cell, expected) => {
    const { kept, state } = open(CONTENT)
    let at = 0
    state.doc.descendants((node, position) => {
      if (node.text === cell) at = position
    })
    const after = run(select(state, at, at), COMMANDS[name] ?? (() => false))
    after.doc.check()
    expect(kept.contentOf(after.doc)).toBe(`Before\n\n${expected}\n\nAfter\n`)
  })

  /** Where the cells of a content are, by their texts. */
  function cellsOf({ doc }: EditorState) {
    const places = new Map<string, number>()
    doc.descendants((node, position) => {
      if (node.type.spec.tableRole?.includes('cell')) places.set(node.textContent, position)
    })
    return (text: string) => doc.resolve(places.get(text) ?? 0)
  }

  test.each([
    ['b', 'd', '| b |\n| ---: |\n| d |'],
    ['c', 'd', '| c | d |\n| --- | ---: |'],
  ])('is copied as one from cell %s to %s', (from, to, expected) => {
    const { state } = open(CONTENT)
    const cell = cellsOf(state)
    expect(markdownOf(new CellSelection(cell(from), cell(to)).content())).toBe(expected)
  })

  test('stays whole when blocks are pasted into a cell', () => {
    const { kept, state } = open(CONTENT)
    const at = cellsOf(state)('c').pos + 1
    const pasted = markdownSlice('# One\n\n*two*\n\n- three\n')
    if (!pasted) throw new Error('nothing to paste')
    const selected = select(state, at, at + 1)
    const after = selected.apply(selected.tr.replaceSelection(withinCell(pasted)))
    expect(kept.contentOf(after.doc)).toContain(
      '| a | b |\n| --- | ---: |\n| One *two* three | d |',
    )
  })

  test('keeps its header', () => {
    const { state } = open(CONTENT)
    let at = 0
    state.doc.descendants((node, position) => {
      if (node.text === 'a') at = position
    })
    for (const name of ['Delete row', 'Insert row above']) {
      expect(COMMANDS[name]?.(select(state, at, at))).toBe(false)
    }
  })
})

describe('a link', () => {
  test('is given to a selected text, changed and taken away', () => {
    const { kept, state, selecting } = openAt('One **two** three')
    const selected = selecting('two')
    const link = linkAt(selected)
    if (!link) throw new Error('no link')
    expect(link).toMatchObject({ text: 'two', href: '' })
    const linked = selected.apply(changeLink(selected, link, 'two', 'https://a.org/'))
    expect(kept.contentOf(linked.doc)).toBe('One [**two**](https://a.org/) three')

    const within = select(linked, link.from + 1, link.from + 1)
    const found = linkAt(within)
    if (!found) throw new Error('no link')
    expect(found).toMatchObject({ text: 'two', href: 'https://a.org/' })
    const renamed = within.apply(changeLink(within, found, 'twenty', 'https://b.org/'))
    expect(kept.contentOf(renamed.doc)).toBe('One [**twenty**](https://b.org/) three')
    const removed = within.apply(changeLink(within, found, 'two', ''))
    expect(kept.contentOf(removed.doc)).toBe(kept.contentOf(state.doc))
  })

  test.each([
    [
      '[one](https://a.org/ "Title") two',
      'one',
      'https://a.org/',
      '[one](https://a.org/ "Title") two',
    ],
    ['One two three', 'One ', 'https://a.org/', '[One ](https://a.org/)two three'],
    [
      '[![](https://a.org/b.png)x](https://a.org/)',
      'x',
      'https://b.org/',
      '[![](https://a.org/b.png)x](https://b.org/)',
    ],
  ])('in %j whose text stays loses nothing', (content, word, href, expected) => {
    const { kept, selecting } = openAt(content)
    const selected = selecting(word)
    const link = linkAt(selected)
    if (!link) throw new Error('no link')
    const changed = selected.apply(changeLink(selected, link, link.text, href))
    expect(kept.contentOf(changed.doc)).toBe(expected)
  })

  test.each([
    ['example.org', 'https://example.org'],
    ['example.org/a?b', 'https://example.org/a?b'],
    [' https://example.org ', 'https://example.org'],
    ['someone@example.org', 'mailto:someone@example.org'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['word', null],
    ['', null],
  ])('typed as %j leads to %j', (typed, address) => {
    expect(typedAddress(typed)).toBe(address)
  })
})
