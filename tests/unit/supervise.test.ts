import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeLock, waitForLock } from '../../scripts/process-lock.ts'
import { createRestartPolicy } from '../../scripts/supervise.ts'

describe('the restart policy of a supervised process', () => {
  test('waits longer before each restart, and gives up at the fifth unexpected end within a minute', () => {
    let time = 0
    const restarts = createRestartPolicy(() => time)
    const delays = [0, 1, 2, 3, 4].map(() => {
      time += 10_000
      return restarts.nextDelay()
    })
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, undefined])
  })

  test('goes on restarting a process that ends less often than once a minute', () => {
    let time = 0
    const restarts = createRestartPolicy(() => time)
    for (let round = 0; round < 50; round += 1) {
      time += 61_000
      expect(restarts.nextDelay()).toBe(500)
    }
  })
})

describe('a lock on a folder', () => {
  test('has one holder, names it, and is free after its release', async () => {
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
