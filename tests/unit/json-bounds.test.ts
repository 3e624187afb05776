import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'
import { createJsonBounds } from '#http/requests/json-bounds.ts'
import { readJson } from '#http/requests/read-body.ts'
import { turnTaker } from '#tests/support/turn-taker.ts'

function read(body: string): Promise<unknown> {
  const hold = createBodyBudget(64 * 1024 * 1024).hold({ network: 'x', user: null })
  const request = new Request('http://x/', { method: 'POST', body })
  return readJson(request, turnTaker('192.0.2.1'), { maxBytes: 16 * 1024 * 1024, hold })
}

/** A text whose marks look like those of JSON, sometimes far from one another. */
const text = fc
  .array(fc.constantFrom('"', '\\', '\\"', '[', '{', ',', 'é', 'x'.repeat(40)))
  .map((pieces) => pieces.join(''))
const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    text,
    fc.constantFrom(null, 1.5, true),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value')),
  ),
}))

/** What a value counts: each list and object, and each comma between what is in them. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside: unknown[] = Object.values(value)
  const commas = Math.max(0, inside.length - 1)
  return inside.reduce<number>((count, each) => count + countOf(each), 1 + commas)
}

describe('a JSON body', () => {
  test('of too many values is refused before it is parsed', async () => {
    for (const value of ['{}', '[]', '0', '""', '"a":0', '{"a":0}']) {
      const body = `[${`${value},`.repeat(210_000)}${value}]`
      await expect(read(body)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('more than 200000 values'),
      })
    }
  })

  test('that is nested too deep is refused before it is parsed', async () => {
    for (const body of ['['.repeat(1_000_000), `${'{"a":'.repeat(300)}0${'}'.repeat(300)}`]) {
      await expect(read(body)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('more than 200 levels'),
      })
    }
  })

  test('may hold any text in its strings', async () => {
    const value = { '[,{"\\': `${'[{,"\\'.repeat(300_000)}\\`, b: ['\\', '"', '\\"'] }
    expect(await read(JSON.stringify(value))).toEqual(value)
  })

  test('may be nested and long', async () => {
    const value = Array.from({ length: 60_000 }, (_, n) => ({ a: n, b: n }))
    expect(await read(JSON.stringify(value))).toEqual(value)
    const nested = `${'['.repeat(200)}${']'.repeat(200)}`
    expect(JSON.stringify(await read(nested))).toBe(nested)
  })

  test('is counted the same however its bytes are cut', () => {
    fc.assert(
      fc.property(jsonValue, fc.array(fc.integer({ min: 1, max: 90 })), (value, sizes) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const count = countOf(value)
        const check = (values: number) => () => {
          const checkChunk = createJsonBounds({ values, depth: 200 })
          let at = 0
          for (const size of [...sizes, bytes.length]) {
            checkChunk(bytes.subarray(at, at + size))
            at += size
          }
        }
        expect(check(count)).not.toThrow()
        if (count > 0) expect(check(count - 1)).toThrow(`more than ${count - 1} values`)
      }),
      { numRuns: 1_000 },
    )
  })
})
