import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartQuery, readChartChoice } from '#components/documents/sheet/chart/chart-choice.ts'
import { chartData } from '#components/documents/sheet/chart/chart-data.ts'
import { renderChartFile } from '#components/documents/sheet/chart/chart-file.server.tsx'
import { sampleCloud, sampleLine } from '#components/documents/sheet/chart/sample-points.ts'
import { dateTicks, niceTicks, readDate } from '#components/documents/sheet/chart/ticks.ts'
import { parseSheet } from '#core/documents/csv/parse-sheet.ts'

const SALES = 'Month,Sales,Cost,Region\n2025-01,10,7,North\n2025-02,20,,South\n2025-03,-5,9,North\n'
const sheet = parseSheet(SALES)

function choose(query: string) {
  const choice = readChartChoice(new URLSearchParams(query), sheet)
  if (!choice) throw new Error('The address asks for no chart.')
  return choice
}

describe('ticks', () => {
  const number = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000)

  test('cover the range with even steps, and are few', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [least, most] = [Math.min(a, b), Math.max(a, b)]
        const ticks = niceTicks(least, most)
        const slack = (most - least) * 1e-6
        expect(ticks[0]).toBeLessThanOrEqual(least + slack)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most - slack)
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.length).toBeLessThan(12)
        expect(new Set(ticks).size).toBe(ticks.length)
      }),
    )
  })

  test('are round numbers', () => {
    expect(niceTicks(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3])
    expect(niceTicks(-5, 20)).toEqual([-5, 0, 5, 10, 15, 20])
    expect(niceTicks(3, 3).length).toBeGreaterThan(1)
  })

  test('of dates are days, months or years', () => {
    const ticksOf = (from: string, to: string) => {
      const { ticks, label } = dateTicks(readDate(from) ?? 0, readDate(to) ?? 0)
      return ticks.map(label)
    }
    expect(ticksOf('2026-01-30', '2026-02-02')).toEqual([
      '2026-01-30',
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
    ])
    expect(ticksOf('2025-01', '2025-12')).toEqual(
      ['01', '03', '05', '07', '09', '11'].map((month) => `2025-${month}`),
    )
    expect(ticksOf('1990-05', '2020-05')).toEqual(
      ['1990', '1995', '2000', '2005', '2010', '2015', '2020'].slice(1),
    )
  })
})

describe('an address', () => {
  test('says what is drawn, and what it leaves open is chosen', () => {
    expect(choose('chart=line&x=0&y=1,2')).toEqual({ kind: 'line', x: 0, y: [1, 2] })
    expect(choose('chart=line&x=0&y=1&y=2')).toEqual({ kind: 'line', x: 0, y: [1, 2] })
    expect(choose('chart=auto')).toEqual({ kind: 'bar', x: 0, y: [1] })
    expect(choose('chart=pie&x=row&y=99')).toEqual({ kind: 'pie', x: null, y: [1] })
    expect(readChartChoice(new URLSearchParams('row=3'), sheet)).toBeNull()
    const choice = choose('chart=scatter&x=row&y=2,1')
    expect(choose(chartQuery(choice))).toEqual(choice)
  })
})

describe('a chart', () => {
  test('leaves out cells without a number, and orders a line by its bottom axis', () => {
    const line = chartData(sheet, choose('chart=line&x=0&y=1,2'))
    expect(line.xScale).toBe('date')
    expect(line.series.map(({ points }) => points.map(({ y }) => y))).toEqual([
      [10, 20, -5],
      [7, 9],
    ])
    const byCost = chartData(sheet, choose('chart=line&x=2&y=1'))
    expect(byCost.series[0]?.points).toEqual([
      { x: 7, y: 10 },
      { x: 9, y: -5 },
    ])
  })

  test('says in words what it leaves out', () => {
    const many = parseSheet(
      `x,y\n${Array.from({ length: 9_000 }, (_, i) => `${i},${i === 4_321 ? 1e6 : 1}\n`).join('')}`,
    )
    const line = chartData(many, { kind: 'line', x: 0, y: [1] })
    expect(line.series[0]?.points.length).toBeLessThanOrEqual(2_000)
    expect(line.series[0]?.points).toContainEqual({ x: 4_321, y: 1e6 })
    expect(line.leftOut).toMatch(/^Drawn: [\d,]+ of 9,000 points/)
    expect(chartData(many, { kind: 'bar', x: 0, y: [1] }).leftOut).toBe(
      'Drawn: the first 60 of 9,000 rows.',
    )
    const pie = chartData(sheet, choose('chart=pie&x=3&y=1'))
    expect(pie.labels).toEqual(['South', 'North'])
    expect(pie.leftOut).toBe('Only numbers above zero have a slice.')
  })

  test.each(['bar', 'line', 'scatter', 'pie'])(
    'of a sheet with more rows than are read says so, whatever they hold: %s',
    (kind) => {
      const header = 'name,number\n'
      const row = 'a,1\n'
      const long = header + row.repeat(150_000)
      const file = renderChartFile(long, new URLSearchParams({ chart: kind }))
      expect(file).toContain('Read: the first 100,000 rows of the sheet.')
      const whole = renderChartFile(
        header + row.repeat(100_000),
        new URLSearchParams({ chart: kind }),
      )
      expect(whole).not.toContain('Read:')
      const data = chartData(parseSheet(long), { kind: 'bar', x: 0, y: [1] })
      expect(data.rows).toBe(100_000)
    },
  )

  test('samples keep the order, the ends of each stretch and their bound', () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 400 })
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 50 }), (ys, most) => {
        const points = ys.map((y, x) => ({ x, y }))
        for (const sampled of [sampleLine(points, most), sampleCloud(points, most)]) {
          expect(sampled.length).toBeLessThanOrEqual(Math.max(most, 2))
          expect([...sampled].sort((a, b) => a.x - b.x)).toEqual(sampled)
        }
        const heights = sampleLine(points, most).map(({ y }) => y)
        if (ys.length > 0) {
          expect(Math.max(...heights)).toBe(Math.max(...ys))
          expect(Math.min(...heights)).toBe(Math.min(...ys))
        }
      }),
    )
  })

  test('is a file of its own, in which a cell is text and nothing else', () => {
    const hostile = `n,"</title><script>alert(1)</script>"\n"<b onload=1>",3\n`
    for (const kind of ['bar', 'line', 'scatter', 'pie']) {
      const file = renderChartFile(hostile, new URLSearchParams({ chart: kind }))
      expect(file).toMatch(/^<svg xmlns/)
      expect(file).not.toContain('<script')
      expect(file).not.toContain('<b ')
      expect(file).not.toContain('NaN')
    }
    expect(renderChartFile('a,b\nc,d\n', new URLSearchParams())).toBeNull()
  })
})
