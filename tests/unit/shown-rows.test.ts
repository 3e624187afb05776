// @vitest-environment happy-dom
import fc from 'fast-check'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { type ShownRows, useShownRows } from '#components/documents/sheet/use-shown-rows.ts'
import { cells } from '#core/documents/csv/read-cells.ts'

/** What the hook gives for each of these contents in turn. */
function shownInTurn(contents: string[], from: number | undefined): ShownRows[] {
  const shown: ShownRows[] = []
  function Probe({ content }: { content: string }) {
    shown.push(useShownRows(content, from))
    return null
  }
  const root = createRoot(document.createElement('div'))
  for (const content of contents) flushSync(() => root.render(createElement(Probe, { content })))
  root.unmount()
  return shown
}

const csv = fc.string({
  unit: fc.constantFrom('a', '1', ' ', '"', '""', ',', ';', '\n', '\r\n', '\uFEFF'),
  maxLength: 80,
})

test('a content that grows is shown as one that is read at once', () => {
  fc.assert(
    fc.property(csv, fc.array(fc.nat({ max: 80 }), { maxLength: 4 }), (text, cuts) => {
      const steps = [...cuts.map((cut) => Math.min(cut, text.length)), text.length]
      const contents = steps.sort((a, b) => a - b).map((step) => text.slice(0, step))
      const [alone] = shownInTurn([text], 1)
      expect(shownInTurn(contents, 1).at(-1)).toEqual(alone)
    }),
  )
})

test('the rows of a page and the last rows of a draft are told from the rest', () => {
  const text = Array.from({ length: 1_000 }, (_, row) => `${row},"x\n${row}"`).join('\n')
  const all = cells(text)
  const [page] = shownInTurn([text], 201)
  expect(page?.rows.map((row) => row.cells)).toEqual(all.slice(201, 401))
  expect(page).toMatchObject({ head: all[0], total: 1_000, next: 401 })
  const [draft] = shownInTurn([text], undefined)
  expect(draft?.rows.map((row) => row.cells)).toEqual(all.slice(-200))
})

test.each([
  ['one row of commas', ','.repeat(399_999), 200],
  ['rows of commas', `${','.repeat(999)}\n`.repeat(400), 15_400],
  ['short rows', 'a\n'.repeat(200_000), 201],
  ['quotes', '"",'.repeat(133_333), 200],
])(
  'a page has a bounded number of cells, and tells that there are more: %s',
  (_, content, most) => {
    const [page] = shownInTurn([`${content}end`], 1)
    if (!page) throw new Error('Nothing is shown.')
    const { head, rows, next, total, isNarrowed } = page
    const shown = rows.reduce((sum, { cells }) => sum + cells.length, head.length)
    expect(shown).toBeLessThanOrEqual(most)
    expect(next < total || isNarrowed).toBe(true)
  },
)
