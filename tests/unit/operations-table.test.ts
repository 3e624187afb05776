import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#core/env.server.ts'
import { POLICIES } from '#http/limits/policies.ts'

/* The tables of bounds in docs/operations.md say what the sources say. */

const page = readFileSync('docs/operations.md', 'utf8')
const envSource = readFileSync('app/core/env.server.ts', 'utf8')
const defaults: Record<string, unknown> = readEnv({})

const COLUMNS = 5
const UNIT = 1024
const FILE_LINK = /\]\(\.\.\/([^)]+\.tsx?)\)/g
const VARIABLE = /`([A-Z]+(?:_[A-Z]+)+)/g
const QUANTITY = /(\d[\d,.]*\d|\d)(?: (ms|s|min|h|days|KiB|MiB|Ki|Mi)\b)?/g

/** Numbers that are bounds, but of the start and the way to the service. */
const NO_BOUNDS = ['PORT', 'TRUST_PROXY']

type Row = { what: string; bound: string; where: string }

/** The rows of the tables of bounds, without their heads and the names of groups. */
const rows = page.split('\n').flatMap((line): Row[] => {
  const [what = '', , bound = '', where = '', beyond] = cellsOf(line)
  return beyond && /\d/.test(what + bound) ? [{ what, bound, where }] : []
})

function cellsOf(line: string): string[] {
  return line.startsWith('| ') ? line.slice(2, -2).split(' | ') : []
}

/** How a source may write a quantity, digits without separators. */
function spellingsOf(number: number, unit: string | undefined): string[] {
  switch (unit) {
    case 's':
      return [`${number * 1_000}`, `${number}`]
    case 'min':
      return [`${number * 60}`, `${number * 60_000}`, `${number} * 60000`]
    case 'h':
      return [`${number} * 3600`]
    case 'days':
      return [`${number} * 24 * 3600`]
    case 'KiB':
    case 'Ki':
      return [`${number} * 1024`]
    case 'MiB':
    case 'Mi':
      return [number === 1 ? '1024 * 1024' : `${number} * 1024 * 1024`]
    default:
      return [`${number}`]
  }
}

/** Whether a quantity stands in a source, and not as a piece of a longer number. */
function holds(source: string, spelling: string): boolean {
  const literal = spelling.replace(/[.*]/g, '\\$&')
  return new RegExp(`(?<![\\d.])${literal}(?!\\d|\\.\\d)`).test(source)
}

describe('the tables of bounds', () => {
  test('are found, and have a whole row in each line', () => {
    expect(rows.length).toBeGreaterThan(80)
    const lines = page.split('\n').filter((line) => /^\| .*\]\(\.\.\//.test(line))
    expect(lines.filter((line) => cellsOf(line).length !== COLUMNS)).toEqual([])
  })

  test('give the numbers that stand in the files that they name', () => {
    const wrong: string[] = []
    for (const { what, bound, where } of rows) {
      const files = [...where.matchAll(FILE_LINK)].map(([, file = '']) => file)
      if (files.length === 0) continue
      const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
      const digits = source.replace(/(?<=\d)_(?=\d)/g, '')
      for (const [quantity, number = '', unit] of bound.matchAll(QUANTITY)) {
        const spellings = spellingsOf(Number(number.replaceAll(',', '')), unit)
        if (!spellings.some((spelling) => holds(digits, spelling)))
          wrong.push(`${what}: ${quantity} is not in ${files.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('give the defaults of the variables', () => {
    const wrong: string[] = []
    for (const { bound, where } of rows) {
      for (const [, name = ''] of where.matchAll(VARIABLE)) {
        const value = defaults[name]
        if (typeof value !== 'number') continue
        const texts = [value, value / UNIT ** 2, value / UNIT ** 3].map((n) =>
          n.toLocaleString('en'),
        )
        if (!texts.some((text) => holds(bound, text))) wrong.push(`${name}: ${bound}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(POLICIES))('have the rate limit %s', (name, { quota, seconds }) => {
    const row = rows.find(({ what }) => what.startsWith(`\`${name}\`:`))
    const minutes = seconds / 60
    const windows = { 1: 'a minute', 60: 'in an hour' }[minutes] ?? `in ${minutes} minutes`
    expect(row?.bound).toBe(`${quota.toLocaleString('en')} ${windows}`)
  })
})

describe('the variables', () => {
  test('that docs/operations.md names exist', () => {
    const named = [...page.matchAll(VARIABLE)].map(([, name = '']) => name)
    const known = [...envSource.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  test('that set a bound are in docs/operations.md', () => {
    const bounds = Object.keys(defaults).filter(
      (name) => typeof defaults[name] === 'number' && !NO_BOUNDS.includes(name),
    )
    const named = rows.map(({ where }) => where).join(' ')
    expect(bounds.filter((name) => !named.includes(`\`${name}\``))).toEqual([])
  })
})
