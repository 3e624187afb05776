import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isAppError } from '#core/app-error.ts'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { hashPassword, verifyPassword } from '#core/users/password.ts'

describe('hashPassword', () => {
  test('the result is a PHC string of argon2id at the cost that OWASP recommends', async () => {
    expect(await hashPassword('correct horse')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
  })

  test('the same password gives another string each time', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
  })
})

describe('verifyPassword', () => {
  test('the right password is accepted and no other', async () => {
    const phc = await hashPassword('correct horse')
    expect(await verifyPassword(phc, 'correct horse')).toBe(true)
    expect(await verifyPassword(phc, 'correct horsf')).toBe(false)
    expect(await verifyPassword(phc, '')).toBe(false)
  })

  test('the same characters in another Unicode form are accepted', async () => {
    const phc = await hashPassword('caf\u00e9 au lait')
    expect(await verifyPassword(phc, 'cafe\u0301 au lait')).toBe(true)
  })

  test('the cost is read from the string, so that it can be raised later', async () => {
    const nonce = Buffer.alloc(16, 7)
    const cost = { memory: 64, passes: 1, parallelism: 1 }
    const hash = argon2Sync('argon2id', { message: 'correct horse', nonce, tagLength: 32, ...cost })
    const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const cheap = `$argon2id$v=19$m=64,t=1,p=1$${base64(nonce)}$${base64(hash)}`
    expect(await verifyPassword(cheap, 'correct horse')).toBe(true)
    expect(await verifyPassword(cheap, 'wrong horse')).toBe(false)
  })

  test('without an account it takes as long and refuses', async () => {
    const phc = await hashPassword('correct horse')
    const known = await median(() => verifyPassword(phc, 'wrong horse'))
    const unknown = await median(() => verifyPassword(null, 'wrong horse'))
    expect(await verifyPassword(null, 'wrong horse')).toBe(false)
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  test('a stored value that is no hash throws', async () => {
    await expect(verifyPassword('plain text', 'plain text')).rejects.toThrow('argon2id')
  })
})

describe('createConcurrencyLimit', () => {
  test('the allowed number runs at once, the next wait in order, and more are refused', async () => {
    const limit = createConcurrencyLimit({ running: 2, waiting: 2, refusal: 'Full.' })
    const started: number[] = []
    const ends: (() => void)[] = []
    const work = (n: number) =>
      limit(() => {
        started.push(n)
        return new Promise<void>((end) => ends.push(end))
      })
    const all = [work(1), work(2), work(3), work(4)]
    const refused = await work(5).catch((error: unknown) => error)
    expect(isAppError(refused) && refused.code).toBe('unavailable')
    expect(started).toEqual([1, 2])
    ends[0]?.()
    await all[0]
    expect(started).toEqual([1, 2, 3])
    ends[1]?.()
    await all[1]
    ends[2]?.()
    await all[2]
    ends[3]?.()
    await Promise.all(all)
    expect(started).toEqual([1, 2, 3, 4])
  })

  test('failed work frees its slot', async () => {
    const limit = createConcurrencyLimit({ running: 1, waiting: 0, refusal: 'Full.' })
    await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await limit(async () => 'next')).toBe('next')
  })
})

/** Milliseconds, the middle of seven. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 7; i++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[3] ?? 0
}
