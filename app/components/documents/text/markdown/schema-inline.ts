import type { MarkSpec, NodeSpec } from 'prosemirror-model'
import { ownImageUrl, safeLinkUrl } from '#components/markdown/safe-url.ts'

export const inlineNodes = {
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    attrs: { source: { default: '\\\n' } },
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  /** A line end within a paragraph, which is read as a space. */
  soft_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    attrs: { source: { default: '\n' } },
    parseDOM: [{ tag: 'span.soft-break' }],
    toDOM: () => ['span', { class: 'soft-break' }, ' '],
    leafText: () => ' ',
  },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    // `tail` is what stands behind `![alt]`, as it was written.
    attrs: {
      href: { default: '' },
      alt: { default: '' },
      title: { default: null },
      source: { default: null },
    },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs(image) {
          const href = image.getAttribute('src') ?? ''
          // The data of an image are no text to be edited.
          if (!safeLinkUrl(href) && !ownImageUrl(href)) return false
          if (href.startsWith('data:')) return false
          return { href, alt: image.getAttribute('alt') ?? '', title: image.getAttribute('title') }
        },
      },
    ],
    toDOM: ({ attrs }) => imageElement(attrs.href, attrs.alt),
    leafText: ({ attrs }) => attrs.alt,
  },
  /** A character reference or an address in angle brackets: shown decoded, kept as written. */
  source_inline: {
    inline: true,
    group: 'inline',
    attrs: { source: { default: '' }, text: { default: '' } },
    toDOM: ({ attrs }) => ['span', { class: 'editor-source', title: attrs.source }, attrs.text],
    leafText: ({ attrs }) => attrs.text,
  },
} satisfies Record<string, NodeSpec>

/** An image of another host is only named: the editor loads nothing from there (decision 0010). */
function imageElement(href: string, alt: string) {
  const src = ownImageUrl(href)
  if (src) return ['img', { src, alt }] as const
  const target = safeLinkUrl(href)
  const host = target?.startsWith('http') ? new URL(target).host : href
  return [
    'span',
    { class: 'foreign-image', title: href },
    ['span', { class: 'foreign-image-alt' }, alt || 'Image'],
    ['span', { class: 'foreign-image-host' }, host],
  ] as const
}

export const marks = {
  link: {
    inclusive: false,
    // `tail` is what stands behind `[text]`, as it was written; null when it is new.
    attrs: { href: { default: '' }, title: { default: null }, tail: { default: null } },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs(link) {
          const href = safeLinkUrl(link.getAttribute('href') ?? '')
          return href ? { href, title: link.getAttribute('title') } : false
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'a',
      {
        href: safeLinkUrl(attrs.href),
        title: attrs.href,
        rel: 'noopener noreferrer nofollow',
      },
      0,
    ],
  },
  strong: {
    attrs: { marker: { default: '**' } },
    parseDOM: [
      { tag: 'strong' },
      {
        tag: 'b',
        getAttrs: (element) => (element.style.fontWeight === 'normal' ? false : null),
      },
      { style: 'font-weight=bold' },
      { style: 'font-weight=700' },
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    attrs: { marker: { default: '*' } },
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  strike: {
    attrs: { marker: { default: '~~' } },
    parseDOM: [{ tag: 'del' }, { tag: 's' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['del', 0],
  },
  /** Source that the editor only shows: tags, formulas, footnotes. */
  verbatim: {
    inclusive: false,
    toDOM: () => ['span', { class: 'editor-verbatim', spellcheck: 'false' }, 0],
  },
  code: {
    code: true,
    inclusive: false,
    excludes: 'verbatim',
    parseDOM: [{ tag: 'code' }, { tag: 'kbd' }],
    toDOM: () => ['code', { spellcheck: 'false' }, 0],
  },
} satisfies Record<string, MarkSpec>
