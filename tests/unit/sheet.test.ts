import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { DocumentContent } from '#components/documents/document-content.tsx'
import { parseCsv } from '#components/documents/parse-csv.ts'

const ALL = { rows: 100, columns: 100, cells: 1_000 }

describe('parseCsv', () => {
  test('cells may hold commas, quotes and line breaks', () => {
    expect(parseCsv('a,b\r\n"x, y","say ""hi""\nthere"\n', ALL)).toEqual({
      rows: [
        ['a', 'b'],
        ['x, y', 'say "hi"\nthere'],
      ],
      isCut: false,
    })
  })

  test('a broken or empty sheet is still read', () => {
    expect(parseCsv('', ALL)).toEqual({ rows: [], isCut: false })
    expect(parseCsv('a,"b', ALL)).toEqual({ rows: [['a', 'b']], isCut: false })
    expect(parseCsv('a,b\n\n\n', ALL)).toEqual({ rows: [['a', 'b']], isCut: false })
  })

  test.each([
    [
      'rows',
      { rows: 2 },
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'columns',
      { columns: 2 },
      [
        ['a', 'b'],
        ['1', '2'],
        ['4', '5'],
      ],
    ],
    [
      'cells',
      { cells: 8 },
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    ['cells, but for the first row', { cells: 1 }, [['a', 'b', 'c']]],
  ])('%s are bounded', (_name, bounds, rows) => {
    expect(parseCsv('a,b,c\n1,2,3\n4,5,6', { ...ALL, ...bounds })).toEqual({ rows, isCut: true })
  })

  test('a sheet that fills its bounds is whole', () => {
    const bounds = { rows: 3, columns: 3, cells: 9 }
    for (const end of ['', '\n', '\r\n\n', ',,\n'])
      expect(parseCsv(`a,b,c\n1,2,3\n4,5,6${end}`, bounds).isCut).toBe(false)
    expect(parseCsv('a,b,c\n1,2,3\n4,5,6\n7', bounds).isCut).toBe(true)
  })
})

/** The page of a sheet as HTML, and how many cells it has. */
function render(content: string) {
  const document = { id: 'd', title: 't', kind: 'sheet', content, isCut: false, createdAt: '' }
  const html = renderToStaticMarkup(createElement(DocumentContent, { document }))
  return { html, cells: html.match(/<t[hd][ >]/g)?.length ?? 0 }
}

describe('the page of a sheet', () => {
  test('shows a small one whole', () => {
    const { html, cells } = render(`name,sum\n${'a,1\n'.repeat(500)}`)
    expect(cells).toBe(1_002)
    expect(html).not.toContain('The download has all of it.')
  })

  test.each([
    ['one row of commas', ','.repeat(399_999), 200],
    ['rows of commas', `${','.repeat(999)}\n`.repeat(400), 15_000],
    ['short rows', 'a\n'.repeat(200_000), 501],
    ['quotes', '"",'.repeat(133_333), 200],
  ])('has a bounded number of cells: %s', (_name, content, most) => {
    const { html, cells } = render(`${content}end`)
    expect(cells).toBeLessThanOrEqual(most)
    expect(html).toContain('The download has all of it.')
  })
})
