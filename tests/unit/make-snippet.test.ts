import { describe, expect, test } from 'vitest'
import { makeSnippet, wordPattern } from '#core/search/make-snippet.ts'
import { withoutMarks } from '#core/search/without-marks.ts'

const show = (text: string, q: string) =>
  makeSnippet(text, wordPattern(q))
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('')

describe('a snippet', () => {
  test('marks whole words in any case, and the last one as a beginning', () => {
    expect(show('Rain, raining and RAIN in Spain', 'rain')).toBe(
      '[Rain], [raining] and [RAIN] in Spain',
    )
    expect(show('Raining rain in Spain', 'rain spa')).toBe('Raining [rain] in [Spain]')
    expect(show('Ünder Über', 'über')).toBe('Ünder [Über]')
  })

  test('shows the place that holds most of the words', () => {
    const text = `tide ${'and so on '.repeat(60)} the tide of the moon ${'and more '.repeat(60)}`
    const shown = show(text, 'moon tide')
    expect(shown).toContain('[tide] of the [moon]')
    expect(shown.startsWith('…')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
    expect(shown.length).toBeLessThan(220)
  })

  test('marks no operators and nothing that was excluded', () => {
    expect(show('cats or dogs, birds', 'cats or -dogs')).toBe('[cats] or dogs, birds')
    expect(show('the red door', '"red door"')).toBe('the [red] [door]')
    expect(wordPattern('-only')).toBeNull()
  })

  test('is the beginning of a text without the words, and takes signs for what they are', () => {
    expect(show('<b>Nothing</b> here', 'a.*(b')).toBe('<[b]>Nothing</[b]> here')
    expect(show('Nothing here', 'x')).toBe('Nothing here')
  })

  test('ends in no half of a character', () => {
    const shown = show(`${'😀'.repeat(101)}!word${'😀'.repeat(300)}`, 'word')
    expect(shown).toMatch(/^…(?:😀)+!\[word\](?:😀)+…$/u)
    expect(show('😀'.repeat(300), 'x')).toBe(`${'😀'.repeat(90)}…`)
    expect(show(`a${'😀'.repeat(300)}`, 'x')).toBe(`a${'😀'.repeat(89)}…`)
  })

  test('takes no time for a hard text', () => {
    const before = performance.now()
    show('a'.repeat(50_000), 'aaaa')
    show('a '.repeat(25_000), `${'a '.repeat(99)}a`)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('the text of a snippet', () => {
  test('has no marks of headings, quotations, bold and struck text, and code', () => {
    const markdown = '## Rain\n> It is **very wet**, ~~dry~~, `so` it is.'
    expect(withoutMarks(markdown)).toBe('Rain\nIt is very wet, dry, so it is.')
  })

  test('keeps what may be meant literally', () => {
    const text = '2 ** 3 and a**b**c, #tag, a > b, snake_case, *star*, ~~ and ~~'
    expect(withoutMarks(text)).toBe(text)
  })

  test('takes no time for a hard text', () => {
    const before = performance.now()
    for (const text of ['**a', '~~a', '# ', '> ', '**', ' ']) withoutMarks(text.repeat(20_000))
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
