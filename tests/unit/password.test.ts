import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
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

  test('without an account it takes as much work and refuses', async () => {
    const phc = await hashPassword('correct horse')
    const [known, unknown] = [phc, null].map(
      (stored) => () => verifyPassword(stored, 'wrong horse'),
    )
    const work = { known: Infinity, unknown: Infinity }
    // Processor time, and the least of several, does not depend on what else the machine does.
    for (let round = 0; round < 7; round += 1) {
      work.known = Math.min(work.known, await processorTime(known))
      work.unknown = Math.min(work.unknown, await processorTime(unknown))
    }
    expect(await verifyPassword(null, 'wrong horse')).toBe(false)
    expect(work.unknown).toBeGreaterThan(work.known / 2)
    expect(work.unknown).toBeLessThan(work.known * 2)
  })

  test('a stored value that is no hash throws', async () => {
    await expect(verifyPassword('plain text', 'plain text')).rejects.toThrow('argon2id')
  })
})

/** Microseconds of the process, its threads included. */
async function processorTime(work: (() => Promise<unknown>) | undefined): Promise<number> {
  const before = process.cpuUsage()
  await work?.()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
