import { expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'
import { openBody } from '#http/requests/body-reader.ts'

const MIB = 1024 * 1024
const newHold = () => createBodyBudget(64 * MIB).hold({ network: 'x', user: null })

function open(
  start: (body: ReadableStreamDefaultController) => void,
  stalledMs: number,
  hold = newHold(),
) {
  const body = new ReadableStream({ start })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  return openBody(new Request('http://x/', init), hold, stalledMs)
}

test('a body that stands still is given up', async () => {
  const reader = open((body) => body.enqueue(new Uint8Array(10)), 50)
  expect(await reader?.read()).toHaveLength(10)
  await expect(reader?.read()).rejects.toMatchObject({ code: 'timed-out' })
})

test('a body that comes slowly is waited for', async () => {
  let sent = 0
  const reader = open((body) => {
    const timer = setInterval(() => {
      body.enqueue(new Uint8Array(1))
      if (++sent < 8) return
      clearInterval(timer)
      body.close()
    }, 100)
  }, 400)
  let bytes = 0
  for (let chunk = await reader?.read(); chunk; chunk = await reader?.read()) {
    bytes += chunk.byteLength
  }
  expect(bytes).toBe(8)
})

test('a body that is cut off is invalid', async () => {
  const reader = open((body) => body.error(new Error('aborted')), 1_000)
  await expect(reader?.read()).rejects.toMatchObject({ code: 'invalid' })
})

test('a body gives way while it is waited for, and only then', async () => {
  const budget = createBodyBudget(64 * MIB)
  const slow = ['a', 'b', 'c', 'd'].map((id) =>
    open(
      (body) => body.enqueue(new Uint8Array(14 * MIB)),
      60_000,
      budget.hold({ network: id, user: { id, kind: 'registered' } }),
    ),
  )
  const quick = () => budget.hold({ network: 'x', user: { id: 'x', kind: 'registered' } }).add(MIB)
  for (const reader of slow) expect(await reader?.read()).toHaveLength(14 * MIB)
  expect(quick).toThrow(/Try again/)

  const reading = slow[1]?.read()
  quick()
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
})
