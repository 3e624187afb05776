import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlight } from '#components/highlight/highlighter.ts'
import { createCodePainter } from '#components/highlight/paint-code.ts'

const PYTHON = `import math


def area(radius):
    """The area of a circle,

    in the square of its unit.
    """
    # A comment with <b>.
    return math.pi * radius ** 2


print("a & b", area(2))
`

/** The text that a browser would show of the HTML. */
function textOf(html: string): string {
  return html
    .replace(/<\/?span[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as 'lt'],
    )
}

const languages = ['python', 'javascript', 'html', 'markdown', 'css', 'no such language', undefined]
const code = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\n',
    '"',
    "'",
    '`',
    '${',
    '}',
    '<b',
    '</',
    '>',
    '&',
    '#',
    '/*',
    '*/',
    '\\',
    '(',
    '1',
  ),
  maxLength: 300,
})

describe('coloured code', () => {
  test('has the classes of its tokens', () => {
    const { html } = highlight(PYTHON, 'py')
    expect(html).toContain('<span class="hl-keyword">def</span>')
    expect(html).toContain('<span class="hl-comment"># A comment with &lt;b&gt;.</span>')
  })

  test('knows the other names of languages, and languages in others', () => {
    for (const name of ['Python', 'gyp', 'tsx', 'c++', 'sh', 'toml', 'kts', 'yml']) {
      expect(highlight('name = "text" # 1', name).html, name).toContain('hl-')
    }
    const { html } = highlight('<b>a</b><script>const a = 1</script>', 'svg')
    expect(html).toContain('<span class="hl-name">b</span>')
    expect(html).toContain('<span class="hl-keyword">const</span>')
  })

  test('is the same text, in spans of ours and nothing else', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(...languages), (text, language) => {
        const { html, checkpoint, htmlCheckpoint } = highlight(text, language)
        expect(textOf(html)).toBe(text)
        expect(html.replace(/<span class="[\w -]*">|<\/span>/g, '')).not.toMatch(/[<>"]/)
        expect(textOf(html.slice(0, htmlCheckpoint))).toBe(text.slice(0, checkpoint))
      }),
    )
  })

  test('begins anew at a line that no string reaches into', () => {
    const { checkpoint } = highlight(PYTHON, 'python')
    expect(PYTHON.slice(checkpoint)).toBe('print("a & b", area(2))\n')
    expect(highlight('x = """\n\na\n\nb', 'python').checkpoint).toBe(0)
  })

  test.each([
    ['a'.repeat(8_000), 'csharp'],
    ['a '.repeat(4_000), 'csharp'],
    ['\n'.repeat(8_000), 'typescript'],
    ['[a]('.repeat(2_000), 'markdown'],
  ])('that a grammar takes seconds for stays plain (%#)', (text, language) => {
    expect(highlight(text, language).html).toBe(text)
  })
})

describe('a text that grows', () => {
  test('is the same text after every step, and what was finished stays the same', () => {
    const text = PYTHON.repeat(80)
    const paint = createCodePainter('python')
    let before: string[] = []
    for (let length = 0; length < text.length; length += 997) {
      const { pieces } = paint(text.slice(0, length), 10_000)
      expect(textOf(pieces.join(''))).toBe(text.slice(0, length))
      before.slice(0, -1).forEach((piece, index) => {
        expect(pieces[index]).toBe(piece)
      })
      before = pieces
    }
    expect(before.length).toBeGreaterThan(3)
  })

  test('is coloured a piece at a time where time is short, and goes on from there', () => {
    const text = PYTHON.repeat(80)
    const paint = createCodePainter('python')
    const first = paint(text, 0)
    expect(first.isBehind).toBe(true)
    expect(textOf(first.pieces.join(''))).toBe(text)
    let last = first
    for (let step = 0; last.isBehind && step < 100; step += 1) last = paint(text, 0)
    expect(last).toEqual(createCodePainter('python')(text, 10_000))
  })

  test('is plain behind sixty thousand characters', () => {
    const text = PYTHON.repeat(500)
    const { pieces, isBehind } = createCodePainter('python')(text, 60_000)
    expect(isBehind).toBe(false)
    expect(textOf(pieces.join(''))).toBe(text)
    expect(pieces.at(-1)).not.toContain('<span')
  })

  test('begins anew when it is replaced', () => {
    const paint = createCodePainter('python')
    paint(PYTHON.repeat(80), 10_000)
    expect(textOf(paint('print(1)', 10_000).pieces.join(''))).toBe('print(1)')
  })
})
