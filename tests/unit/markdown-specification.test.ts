import { tests as examples } from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import { commonMarkHtml } from '#tests/support/markdown-html.ts'

/** The examples that we read differently on purpose, by their reasons (decision 0018). */
const DIFFERENT: { reason: string; sections?: string[]; numbers?: number[] }[] = [
  {
    reason: 'HTML is text, so Markdown within it is read',
    sections: ['HTML blocks', 'Raw HTML'],
    numbers: [21, 31, 308, 309, 344, 475, 476, 477, 524, 536, 642, 643],
  },
  { reason: 'of the character references, those of HTML 4 are known', numbers: [25] },
  { reason: 'bare addresses are links, as in GFM', numbers: [602, 608, 611, 612] },
]

/** Examples with a tag that is no link or code to us either: it is text in what we make, and all else is equal. */
const WITH_TAGS = [201, 491, 494]

function isDifferent({ section, number }: { section: string; number: number }): boolean {
  return DIFFERENT.some(
    ({ sections, numbers }) => sections?.includes(section) || numbers?.includes(number),
  )
}

const BLOCK = '(?:p|li|blockquote|ul|ol|pre|h[1-6]|hr)'
const AFTER_BLOCK = new RegExp(`(</?${BLOCK}(?: [^>]*)?>)\\s+`, 'g')
const BEFORE_BLOCK = new RegExp(`\\s+(?=</?${BLOCK}[ >]|</code></pre>)`, 'g')

/** What differs between writers of HTML and means nothing, and what we leave out: titles. */
function normal(html: string): string {
  return html
    .replace(/(<(?:a|img)[^>]*) title="[^"]*"/g, '$1')
    .replace(/<(hr|br|img)([^>]*?) ?\/>/g, '<$1$2>')
    .replace(/(href|src)="([^"]*)"/g, (_, name, url) => `${name}="${unescapedUrl(url)}"`)
    .replaceAll('&#39;', "'")
    .replace(AFTER_BLOCK, '$1')
    .replace(BEFORE_BLOCK, '')
    .replace(/<br>\s+/g, '<br>')
    .replace(/ +\n/g, '\n')
    .trim()
}

function unescapedUrl(url: string): string {
  return decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25')).replaceAll('"', '&quot;')
}

/** The same with all tags as text. */
function asText(html: string): string {
  return normal(html).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
}

describe('the examples of the CommonMark specification', () => {
  test('are there', () => {
    expect(examples.length).toBeGreaterThan(600)
  })

  test.each(examples.filter((example) => !isDifferent(example)))('$number, $section', (example) => {
    const comparable = WITH_TAGS.includes(example.number) ? asText : normal
    const ours = commonMarkHtml(example.markdown.replaceAll('→', '\t'))
    expect(comparable(ours)).toBe(comparable(example.html.replaceAll('→', '\t')))
  })

  test('no example is said to differ that does not', () => {
    const alike = examples
      .filter(({ section }) => !DIFFERENT[0]?.sections?.includes(section))
      .filter(isDifferent)
      .filter(({ markdown, html }) => normal(commonMarkHtml(markdown)) === normal(html))
    expect(alike.map(({ number }) => number)).toEqual([])
  })
})
