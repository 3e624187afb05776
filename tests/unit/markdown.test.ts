import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from '#components/markdown/markdown.tsx'
import { createIncrementalParser, parseBlocks } from '#components/markdown/parse-blocks.ts'
import { safeImageUrl, safeLinkUrl } from '#components/markdown/safe-url.ts'

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
    expect(safeLinkUrl('mailto:a@x.org')).toBe('mailto:a@x.org')
  })

  test('images come over https or from our uploads; any other becomes a link', () => {
    expect(html('![a](https://x.org/a.png)')).toContain('<img src="https://x.org/a.png"')
    expect(html('![a](http://x.org/a.png)')).toContain('<a href="http://x.org/a.png"')
    expect(html('![a](javascript:alert(1))')).toBe('<div class="prose"><p>a</p></div>')
    expect(safeImageUrl('http://localhost:3000/uploads/a-b.png')).toBe('/uploads/a-b.png')
    expect(safeImageUrl('/logout')).toBeNull()
    expect(safeImageUrl('data:image/svg+xml;base64,AAAA')).toBeNull()
  })

  test('endless nesting neither throws nor exhausts the stack', () => {
    expect(html(`${'> '.repeat(3_000)}deep`)).toContain('deep')
    expect(html(`${'*a **b '.repeat(500)}`)).toContain('a')
    expect(html(`${'['.repeat(5_000)}`)).toContain('[')
  })
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
    '<span>ts</span>',
    'let a = &quot;&lt;b&gt;&quot;',
    '<blockquote><p>quote</p></blockquote>',
    '<strong>bold</strong>',
    '<hr/>',
  ]) {
    expect(page).toContain(part)
  }
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

describe('parsing a growing Markdown text', () => {
  test('the blocks at the end are those of parsing it whole', () => {
    const parse = createIncrementalParser()
    let blocks: { raw: string; type: string }[] = []
    for (let length = 1; length <= SAMPLE.length; length += 1) {
      const { finished, open } = parse(SAMPLE.slice(0, length))
      blocks = [...finished, ...open]
    }
    const shape = (list: { raw: string; type: string }[]) =>
      list.map(({ type, raw }) => [type, raw.trim()])
    expect(shape(blocks)).toEqual(shape(parseBlocks(SAMPLE)))
  })

  test('finished blocks keep their identity', () => {
    const parse = createIncrementalParser()
    const before = parse('One.\n\nTwo.\n\nThr').finished
    const after = parse('One.\n\nTwo.\n\nThree.\n\nFour').finished
    expect(before).toHaveLength(2)
    expect(after).toHaveLength(3)
    expect(after[0]).toBe(before[0])
  })

  test('another text is parsed from its start', () => {
    const parse = createIncrementalParser()
    parse('One.\n\nTwo.\n\nThree.')
    expect(parse('Other').open).toHaveLength(1)
    expect(parse('Other').finished).toEqual([])
  })
})
