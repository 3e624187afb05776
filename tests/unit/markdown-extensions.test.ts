import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { formulaHtml } from '#components/markdown/formula-html.ts'
import { Markdown } from '#components/markdown/markdown.tsx'
import { createMarkdownReader } from '#components/markdown/parse-markdown.ts'

function html(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }))
}

/** The sources of the formulas that a text has. */
function formulas(text: string): string[] {
  return [...html(text).matchAll(/<annotation[^>]*>([^<]*)/g)].map(([, source = '']) => source)
}

describe('formulas', () => {
  test.each([
    ['The area is $\\pi r^2$.', ['\\pi r^2']],
    ['So $$a+b$$ and \\(c\\), then \\[d\\].', ['a+b', 'c', 'd']],
    ['$$\na\n= b\n- c\n$$', ['a\n= b\n- c']],
    ['Text:\n\\[\nx =\n  1\n\\]\nmore', ['x =\n  1']],
    ['- an item\n  $$\n  x\n  $$\n- $y$', ['x', 'y']],
    ['| a |\n|---|\n| $x_1 * y_2 * z$ |', ['x_1 * y_2 * z']],
    ['the $n$th of $k$-sets, ($x$)', ['n', 'k', 'x']],
    ['**bold $x$** [link $y$](https://x.org)', ['x', 'y']],
  ])('%j has them', (text, sources) => {
    expect(formulas(text)).toEqual(sources)
  })

  test.each([
    'It costs $5 and $10.',
    '$5-$10, US$5 or A$6$7',
    'between $ 5 and 6 $',
    '$HOME/$USER and $PATH',
    '`$a$` and \\$a\\$',
    '$5 for `x` $6',
    '\\(\\) \\[\\] $$$$ $$ $',
    '$$\n\n$$',
    '$a',
    '$$ a',
  ])('%j has none', (text) => {
    expect(html(text)).not.toContain('<math')
  })

  test('what is no formula is shown as it is written', () => {
    expect(html('$\\frac{$')).toContain('<code class="math">\\frac{</code>')
    expect(html(`$${'x'.repeat(3_000)}$`)).toContain('<code class="math">xxx')
  })

  test('a formula leads nowhere, loads nothing and has no styles', () => {
    for (const source of [
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{https://evil.example/a.png}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlData{a=b}{x}',
      '\\fcolorbox{red}{blue}{x}',
      '\\text{<img src=x onerror=alert(1)>}',
      '\\color{url(https://evil.example)}x',
    ]) {
      const page = formulaHtml(source, false) ?? ''
      expect(page).not.toMatch(/<(?!\/?(?:m[a-z]+|semantics|annotation)\b)/)
      expect(page).not.toMatch(/<[^>]*\s(?:style|href|src|on\w+|data-\w+)=/)
    }
  })

  test('a formula stays in its place', () => {
    for (const far of ['\\raisebox{-99em}{x}', '\\kern-99em x', '\\kern-2em x'.repeat(9)]) {
      expect(formulaHtml(far, false)).toBeNull()
    }
    for (const near of ['a\\!b \\not= c', '\\llap{x}\\mathrlap{y}', '\\LaTeX \\cancel{x}']) {
      expect(formulaHtml(near, false)).not.toBeNull()
    }
  })

  test('macros that grow without end, and deep ones, are no formula', () => {
    expect(formulaHtml('\\def\\a{\\a\\a}\\a', false)).toBeNull()
    expect(formulaHtml('{'.repeat(1_000) + '}'.repeat(1_000), false)?.length ?? 0).toBeLessThan(
      99_000,
    )
  })

  test('one in lines that is not closed yet is one block, which what follows does not split', () => {
    const reader = createMarkdownReader()
    reader.add('Text\n\n$$\na\n')
    expect(reader.add('- b\n').open).toMatchObject([{ block: { type: 'math', closed: false } }])
    expect(reader.add('$$\n').open).toMatchObject([{ block: { type: 'math', closed: true } }])
  })
})

describe('tags', () => {
  test('line breaks, and letters above and below the line', () => {
    expect(html('H<sub>2</sub>O x<sup>*n*</sup><br>y<BR />')).toContain(
      'H<sub>2</sub>O x<sup><em>n</em></sup><br/>y<br/>',
    )
    expect(html('|a|\n|-|\n|1<br>2|')).toContain('<td>1<br/>2</td>')
  })

  test.each(['<sub>a', 'a</sub>', '<sub>a</sup>', '<sub class="x">a</sub>', '<b>a</b>', '<br x>'])(
    '%j stays text',
    (text) => {
      expect(html(text)).not.toMatch(/<(?:sub|sup|b|br)\b/)
    },
  )

  test('they and links do not cross', () => {
    expect(html('<sub>[a</sub>](https://x.org)')).toContain('<sub>[a</sub>]')
    expect(html('[a<sub>b](https://x.org)c</sub>')).toContain('a&lt;sub&gt;b</a>c&lt;/sub&gt;')
    expect(html('*a <sub>b* c</sub> d*')).toContain('<em>a <sub>b* c</sub> d</em>')
  })
})

describe('footnotes', () => {
  const TEXT =
    'One[^a] two[^b] one again[^A] none[^c].\n\n[^b]: Second\n[^a]: First\n\n    More of it'

  test('have numbers in the order in which they are named, and lead there and back', () => {
    const page = html(TEXT)
    const [, first] = page.match(/<sup id="(\w+)ref1">/) ?? []
    expect(page).toContain(`One<sup id="${first}ref1"><a href="#${first}note1"`)
    expect(page).toContain(`again<sup><a href="#${first}note1"`)
    expect(page).toContain('none[^c].')
    expect(page).toMatch(
      new RegExp(
        `id="${first}note1"><span>1\\.</span>.*First.*More of it.*href="#${first}ref1"`,
        's',
      ),
    )
    expect(page.match(/ id="/g)).toHaveLength(4)
  })

  test('of two texts of a page have different ids', () => {
    const page = renderToStaticMarkup(
      createElement(
        'div',
        null,
        createElement(Markdown, { text: TEXT }),
        createElement(Markdown, { text: TEXT }),
      ),
    )
    const ids = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(8)
  })

  test('one that is defined twice, or never named, is shown', () => {
    expect(html('[^a]: One\n\n[^a]: Two')).toMatch(/One.*Two/s)
  })

  test('a growing text shows the number before the footnote is there', () => {
    const { open } = createMarkdownReader().add('Text[^1]')
    expect(open[0]?.block).toMatchObject({ text: { pieces: [{}, { type: 'note' }] } })
  })
})

test('a task has its text as its label', () => {
  expect(html('- [x] done *it*')).toMatch(
    /<label><input [^>]*checked=""[^>]*\/>done <em>it<\/em><\/label>/,
  )
})

test('only a text with letters from right to left asks for its direction', () => {
  expect(html('שלום\n\n- עולם\n\n# a')).toMatch(
    /<p dir="auto">.*<li dir="auto">.*<h3 class="top">/s,
  )
})
