import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from '#components/markdown/markdown.tsx'
import { FORMATTED_CHARACTERS } from '#components/markdown/markdown-bounds.ts'
import { createMarkdownReader, parseMarkdown } from '#components/markdown/parse-markdown.ts'
import { ownImageUrl, safeLinkUrl } from '#components/markdown/safe-url.ts'
import { commonMarkHtml } from '#tests/support/markdown-html.ts'

function html(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }))
}

describe('Markdown written by a model', () => {
  test('HTML in it is shown as text', () => {
    const hostile = '<img src=x onerror=alert(1)>\n\nhi <script>alert(1)</script> &lt;b&gt;'
    expect(html(hostile)).not.toMatch(/<(img|script|b)\b/)
    expect(html(hostile)).toContain('&lt;script&gt;')
    expect(html(hostile)).toContain('&lt;b&gt;')
  })

  test('links lead to the web or a mailbox only', () => {
    expect(html('[a](javascript:alert(1))')).toBe('<div class="prose"><p>a</p></div>')
    expect(html('[a](data:text/html,x)')).not.toContain('href')
    expect(html('[a](java&#115;cript:alert(1))')).not.toContain('href')
    expect(html('[a](https://x.org/?a=1&amp;b=2)')).toContain('href="https://x.org/?a=1&amp;b=2"')
    expect(html('https://x.org/?a=1&copy=2')).toContain('href="https://x.org/?a=1&amp;copy=2"')
    expect(html('[a](https://x.org)')).toContain('rel="noopener noreferrer nofollow"')
    expect(safeLinkUrl('/settings')).toBeNull()
    // A browser reads it as the path of a page of ours, where this one has the same scheme.
    expect(safeLinkUrl('https:/settings')).toBeNull()
    expect(safeLinkUrl('https:settings')).toBeNull()
    expect(safeLinkUrl('mailto:a@x.org')).toBe('mailto:a@x.org')
  })

  test('images are our uploads and inline data; one of another host is a link that names it', () => {
    const name = `${'0a'.repeat(24)}-cat.png`
    expect(html(`![a](/uploads/${name})`)).toContain(`<img src="/uploads/${name}" alt="a"`)
    expect(html(`![a](https://chat.example.com/uploads/${name}?x)`)).toContain(
      `<img src="/uploads/${name}"`,
    )
    expect(html('![a](data:image/png;base64,AAAA)')).toContain('<img src="data:image/png')
    for (const url of [
      'https://evil.example/?q=secret',
      'http://evil.example/a.png',
      'https://evil.example/uploads/a.png',
    ]) {
      const page = html(`![a *b*](${url})`)
      expect(page).not.toContain('<img')
      expect(page).toContain(`href="${url}"`)
      expect(page).toContain('target="_blank" rel="noopener noreferrer nofollow"')
      expect(page).toContain('referrerPolicy="no-referrer"')
      expect(page).toContain('evil.example</span>')
    }
    expect(html('![a](javascript:alert(1))')).toBe('<div class="prose"><p>a</p></div>')
    expect(html('![a](//evil.example/uploads/a.png)')).not.toContain('<img')
    expect(ownImageUrl('/logout')).toBeNull()
    expect(ownImageUrl('data:image/svg+xml;base64,AAAA')).toBeNull()
  })

  test('a foreign image in a link is part of that link', () => {
    const page = html('[![a](https://evil.example/a.png)](https://x.org)')
    expect(page.split('<a ')).toHaveLength(2)
    expect(page).toContain('href="https://x.org"')
  })

  test('endless nesting neither throws nor exhausts the stack', () => {
    expect(html(`${'> '.repeat(3_000)}deep`)).toContain('deep')
    expect(html(`${'*a **b '.repeat(500)}`)).toContain('a')
    expect(html(`${'['.repeat(5_000)}`)).toContain('[')
  })
})

test('no text is cut or decoded into half a character, which a server and a browser show differently', () => {
  expect(html('&#xD800; &#56832; &#x1F600;')).toBe(
    '<div class="prose"><p>\ufffd \ufffd 😀</p></div>',
  )
  for (const start of ['', 'a']) {
    const { blocks } = parseMarkdown(start + '😀'.repeat(FORMATTED_CHARACTERS))
    expect(blocks.map(({ source }) => source.isWellFormed())).toEqual([true, true])
  }
})

describe('the cache of texts that were read', () => {
  test('keeps what recent pages have shown', () => {
    const texts = Array.from(
      { length: 500 },
      (_, n) => `${n} ${'Some **bold** words. '.repeat(95)}`,
    )
    const reads = texts.map(parseMarkdown)
    expect(texts.map(parseMarkdown).every((read, n) => read === reads[n])).toBe(true)
  })

  test.each([
    ['short texts', 100_000, (n: number) => `t${n}`],
    ['texts with many marks', 150, (n: number) => `${n} ${'*a* '.repeat(2_000)}`],
  ])(
    'does not keep many %s, which take more memory than they have characters',
    (_, count, make) => {
      const first = parseMarkdown(make(0))
      for (let n = 1; n < count; n += 1) parseMarkdown(make(n))
      expect(parseMarkdown(make(0)) === first).toBe(false)
    },
  )
})

test('the usual Markdown becomes its elements', () => {
  const page = html(
    '# Top\n\n- [x] done\n- [ ] open\n\n1. one\n2. two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nlet a = "<b>"\n```\n\n> quote\n\n**bold** _em_ ~~gone~~ `code`\n\n---',
  )
  for (const part of [
    '<h3 class="top">Top</h3>',
    '<input type="checkbox" disabled="" readonly="" checked=""/>',
    '<ol><li>one</li><li>two</li></ol>',
    '<td class="align-right">2</td>',
    '<span>TypeScript</span>',
    '<span class="hl-keyword">let</span> a = <span class="hl-string">',
    '&lt;b&gt;',
    '<blockquote><p>quote</p></blockquote>',
    '<strong>bold</strong>',
    '<hr/>',
  ]) {
    expect(page).toContain(part)
  }
})

describe('lines that belong to the block before them, or do not', () => {
  test.each([
    ['- ```\n  code\n  ```\ntext', '<li><pre><code>code</code></pre></li></ul><p>text</p>'],
    ['- # head\ntext', '<ul><li><h1>head</h1></li></ul><p>text</p>'],
    ['> | a |\n> |---|\n> | b |\ntext', '</table></blockquote><p>text</p>'],
    ['> 1. one\n2. two', '<blockquote><ol><li>one</li></ol></blockquote><ol start="2">'],
    ['> - a\n     - b', '<blockquote><ul><li>a\n- b</li></ul></blockquote>'],
    ['> a\n    ***', '<blockquote><p>a\n***</p></blockquote>'],
    ['-\ta\n\n\tb', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['- [ ] # no heading', 'type="checkbox"># no heading</li></ul>'],
    ['[note]: this is text', '<p>[note]: this is text</p>'],
    ['[a]:\n  <b c>\n  "title"\n[A]', '<p><a href="b c">A</a></p>'],
    ['&Auml;&rarr;&lang;&lbrack; &check; &nothing; &constructor;', 'Ä→⟨[ ✓ &amp;nothing;'],
    ['a@b_c.org a@b.org_', 'mailto:a@b_c.org">a@b_c.org</a> a@b.org_</p>'],
  ])('%j', (markdown, expected) => {
    expect(commonMarkHtml(markdown)).toContain(expected)
  })
})

const SAMPLE = `Intro with **bold**.

- one

- two
  continued

\`\`\`js
a = 1

b = 2
\`\`\`

| a |
|---|
| 1 |

The end.`

describe('reading a growing Markdown text', () => {
  test('the blocks at the end are those of reading it whole', () => {
    const reader = createMarkdownReader()
    const finished: { source: string }[] = []
    let open: { source: string }[] = []
    for (const character of SAMPLE) {
      const read = reader.add(character)
      finished.push(...read.finished)
      open = read.open
    }
    expect([...finished, ...open]).toEqual(parseMarkdown(SAMPLE).blocks)
  })

  test('an address counts once its line is complete', () => {
    const text =
      'Hi\n\n[a]: https://example.com\n\nSee [a].\n\n> [b]: https://example.org/x\n\n[b] [a]\n\n[a]: /late'
    for (let at = 1; at < text.length; at += 1) {
      const reader = createMarkdownReader()
      const { finished } = reader.add(text.slice(0, at))
      const rest = reader.add(text.slice(at))
      expect([...finished, ...rest.finished, ...rest.open]).toEqual(parseMarkdown(text).blocks)
    }
  })

  test('a block is finished once', () => {
    const reader = createMarkdownReader()
    const sources = (blocks: { source: string }[]) => blocks.map(({ source }) => source)
    expect(sources(reader.add('One.\n\nTwo.\n\nThr').finished)).toEqual(['One.', 'Two.'])
    const { finished, open } = reader.add('ee.\r\n\r\nFour')
    expect(sources(finished)).toEqual(['Three.'])
    expect(sources(open)).toEqual(['Four'])
  })
})
