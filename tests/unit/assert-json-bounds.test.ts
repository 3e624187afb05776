import { describe, expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'
import { readJson } from '#http/requests/read-body.ts'
import { turnTaker } from '#tests/support/turn-taker.ts'

function read(body: string): Promise<unknown> {
  const hold = createBodyBudget(64 * 1024 * 1024).hold({ network: 'x', user: null })
  const request = new Request('http://x/', { method: 'POST', body })
  return readJson(request, turnTaker('192.0.2.1'), { maxBytes: 16 * 1024 * 1024, hold })
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
})
