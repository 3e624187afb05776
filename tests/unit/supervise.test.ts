import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { takeLock, waitForLock } from '../../scripts/process-lock.ts'
import { createRestartPolicy, supervise } from '../../scripts/supervise.ts'

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

describe('a supervised process', () => {
  test('that ended and was restarted by hand is not started a second time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-supervise-'))
    const [script, starts] = [join(folder, 'script.cjs'), join(folder, 'starts')]
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // Fails at its first start only, like a source that is then mended.
    writeFileSync(
      script,
      `const fs = require('node:fs')
       fs.appendFileSync(process.env.STARTS, 'x')
       if (fs.readFileSync(process.env.STARTS, 'utf8') === 'x') process.exit(1)
       process.on('disconnect', () => process.exit())`,
    )
    const ended = Promise.withResolvers<void>()
    const log = vi.fn(() => ended.resolve())
    const supervised = supervise({
      name: 'test',
      script,
      env: { ...process.env, STARTS: starts },
      inheritedPipe: () => undefined,
      log,
      onFatal: log,
    })
    onTestFinished(() => supervised.stop(1_000))
    // Before the restart that comes half a second later by itself.
    await ended.promise
    await supervised.restart()
    await expect.poll(() => readFileSync(starts, 'utf8')).toBe('xx')
    // The restart that was waiting when the process was restarted by hand.
    await sleep(1_000)
    expect(readFileSync(starts, 'utf8')).toBe('xx')
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
