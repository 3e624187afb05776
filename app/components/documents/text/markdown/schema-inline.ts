import type { Attrs, MarkSpec, NodeSpec } from 'prosemirror-model'
import { ownImageUrl, safeLinkUrl } from '#components/markdown/safe-url.ts'
import { copiedAddress, oneLine } from './pasted-values.ts'

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
    // `source` is the image as it was written; null when it is new.
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
          return { href, ...describedBy(image, 'alt', 'title') }
        },
      },
      {
        tag: 'span.foreign-image',
        getAttrs(image) {
          const href = copiedAddress(image.getAttribute('title'))
          return href ? { href, ...describedBy(image, 'data-alt', 'data-title') } : false
        },
      },
    ],
    toDOM: ({ attrs }) => imageElement(attrs),
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
function imageElement({ href, alt, title }: Attrs) {
  const src = ownImageUrl(href)
  if (src) return ['img', { src, alt, title }] as const
  const target = safeLinkUrl(href)
  const host = target?.startsWith('http') ? new URL(target).host : href
  return [
    'span',
    { class: 'foreign-image', title: href, 'data-alt': alt, 'data-title': title },
    ['span', { class: 'foreign-image-alt' }, alt || 'Image'],
    ['span', { class: 'foreign-image-host' }, host],
  ] as const
}

function describedBy(image: HTMLElement, alt: string, title: string) {
  return { alt: oneLine(image.getAttribute(alt) ?? ''), title: titleOf(image, title) }
}

function titleOf(element: HTMLElement, name: string): string | null {
  return oneLine(element.getAttribute(name) ?? '') || null
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
          return href ? { href, title: titleOf(link, 'title') } : false
        },
      },
      {
        tag: 'a[data-address]',
        // Before the rule for links of other pages: the title of these is their address.
        priority: 60,
        getAttrs(link) {
          const href = copiedAddress(link.getAttribute('data-address'))
          return href ? { href, title: titleOf(link, 'data-title') } : false
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'a',
      {
        href: safeLinkUrl(attrs.href),
        title: attrs.href,
        'data-address': attrs.href,
        'data-title': attrs.title,
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
    parseDOM: [{ tag: 'span.editor-verbatim' }],
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
