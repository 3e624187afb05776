import type { NodeSpec } from 'prosemirror-model'
import { codeInfo } from './pasted-values.ts'

const KEPT = { kept: { default: null } }

const HEADING_TAGS = ['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

/** The names of what a raw block holds, for people. */
const RAW_LABELS: Record<string, string> = {
  html: 'HTML',
  definition: 'Link definition',
  footnote: 'Footnote',
  'front-matter': 'Front matter',
  math: 'Formula',
  source: 'Source',
}

export const blockNodes = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: KEPT,
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { ...KEPT, level: { default: 1 }, setext: { default: false } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (heading) => ({ level: levelOf(heading) ?? level }),
    })),
    // As the reading view has them: the page has headings of its own above these.
    toDOM: ({ attrs }) => [
      HEADING_TAGS[attrs.level - 1] ?? 'h6',
      {
        class: attrs.level === 1 ? 'top' : null,
        'aria-level': String(attrs.level),
      },
      0,
    ],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: KEPT,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { ...KEPT, bullet: { default: '-' }, tight: { default: true } },
    parseDOM: [{ tag: 'ul' }],
    toDOM: ({ attrs }) => ['ul', { class: attrs.tight ? 'tight' : null }, 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: {
      ...KEPT,
      start: { default: 1 },
      delimiter: { default: '.' },
      // 0 where every item has the same number.
      step: { default: 1 },
      tight: { default: true },
    },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (list) => ({ start: Math.max(0, Number(list.getAttribute('start') ?? 1) || 0) }),
      },
    ],
    toDOM: ({ attrs }) => [
      'ol',
      {
        start: attrs.start === 1 ? null : String(attrs.start),
        class: attrs.tight ? 'tight' : null,
      },
      0,
    ],
  },
  list_item: {
    content: 'block+',
    defining: true,
    // `pad`: how many spaces follow the marker.
    attrs: { checked: { default: null }, pad: { default: 1 } },
    parseDOM: [
      {
        tag: 'li',
        getAttrs(item) {
          const box = item.querySelector(':scope > input[type=checkbox], :scope > p > input')
          const copied = item.getAttribute('data-checked')
          if (copied) return { checked: copied === 'true' }
          return { checked: box ? box.hasAttribute('checked') : null }
        },
      },
    ],
    toDOM: ({ attrs }) => ['li', { 'data-checked': attrs.checked }, 0],
  },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    // An empty fence is code that is indented.
    attrs: { ...KEPT, info: { default: '' }, fence: { default: '```' } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs(pre) {
          const code = pre.querySelector('code')
          const language = /language-([\w+#-]+)/.exec(code?.className ?? '')?.[1] ?? ''
          return { info: codeInfo(pre.getAttribute('data-language') ?? language) }
        },
      },
    ],
    toDOM: ({ attrs }) => ['pre', { 'data-language': attrs.info || null }, ['code', 0]],
  },
  raw_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { ...KEPT, kind: { default: 'source' } },
    parseDOM: [
      {
        tag: 'pre.editor-raw',
        // Before the rule for code.
        priority: 60,
        preserveWhitespace: 'full',
        getAttrs: (pre) => ({ kind: pre.getAttribute('data-kind') ?? 'source' }),
      },
    ],
    toDOM: ({ attrs }) => [
      'pre',
      {
        class: 'editor-raw',
        'data-kind': attrs.kind,
        'data-label': RAW_LABELS[attrs.kind] ?? 'Source',
      },
      ['code', { spellcheck: 'false' }, 0],
    ],
  },
  rule: {
    group: 'block',
    attrs: { ...KEPT, source: { default: '---' } },
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['hr'],
  },
} satisfies Record<string, NodeSpec>

/** The level that a heading says that it has, as those of the editor and the reading view do. */
function levelOf(heading: HTMLElement): number | null {
  return Number(/^[1-6]$/.exec(heading.getAttribute('aria-level') ?? '')?.[0]) || null
}
