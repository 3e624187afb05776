import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeLock, waitForLock } from '../../scripts/process-lock.ts'
import { createDeathCount } from '../../scripts/supervise.ts'

describe('a part that dies', () => {
  it('waits longer before each new life, and is given up at the fifth death in a minute', () => {
    let time = 0
    const deaths = createDeathCount(() => time)
    const waits = [0, 1, 2, 3, 4].map(() => {
      time += 10_000
      return deaths.next()
    })
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, undefined])
  })

  it('may die for ever, if seldom', () => {
    let time = 0
    const deaths = createDeathCount(() => time)
    for (let death = 0; death < 50; death += 1) {
      time += 61_000
      expect(deaths.next()).toBe(500)
    }
  })
})

describe('a lock on a folder', () => {
  it('has one holder, names it, and is free after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
    const lock = await takeLock(folder, 'test')
    if (!('release' in lock)) throw new Error('not taken')
    expect(await takeLock(folder, 'test')).toEqual({ heldBy: process.pid })
    expect(await takeLock(folder, 'other')).toHaveProperty('release')

    const waiting = waitForLock(folder, 'test', 5_000)
    await lock.release()
    await (await waiting).release()
    rmSync(folder, { recursive: true })
  })
})
