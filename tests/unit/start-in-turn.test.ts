import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { startInTurn } from '#http/middleware/start-in-turn.ts'

/** Sends requests through the middleware, and notes which were started. */
function startRequests() {
  const middleware = startInTurn()
  const started: string[] = []
  return {
    started,
    send(ip: string, name: string, res = { closed: false }) {
      middleware({ ip } as Request, res as Response, () => void started.push(name))
    },
  }
}

const nextRound = () => new Promise((resolve) => setImmediate(resolve))

test('requests that come one by one are started at once', async () => {
  const { started, send } = startRequests()
  for (let n = 0; n < 20; n += 1) {
    send('192.0.2.1', `${n}`)
    expect(started).toHaveLength(n + 1)
    await nextRound()
  }
})

test('of hundreds at once, one is started in a round of the event loop, and networks take turns', async () => {
  const { started, send } = startRequests()
  for (let n = 0; n < 300; n += 1) send('192.0.2.1', `many ${n}`)
  expect(started).toEqual(['many 0'])
  send('198.51.100.1', 'one')
  send('203.0.113.1', 'another')
  await nextRound()
  expect(started).toEqual(['many 0', 'many 1'])
  await expect.poll(() => started.length, { interval: 5 }).toBe(302)
  expect(started.slice(2, 5)).toEqual(['one', 'another', 'many 2'])
  expect(started.filter((name) => name.startsWith('many'))).toEqual(
    Array.from({ length: 300 }, (_, n) => `many ${n}`),
  )
})

test('a request whose caller has left is not started', async () => {
  const { started, send } = startRequests()
  send('192.0.2.1', 'first')
  send('192.0.2.1', 'left', { closed: true })
  send('192.0.2.1', 'last')
  await expect.poll(() => started, { interval: 5 }).toEqual(['first', 'last'])
})
