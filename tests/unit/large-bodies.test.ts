import { expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'
import { readJson } from '#http/requests/read-body.ts'
import { turnTaker } from '#tests/support/turn-taker.ts'

const MAX_BYTES = 16 * 1024 * 1024
const bodies = createBodyBudget(128 * 1024 * 1024)
const large = 'x'.repeat(2 * 1024 * 1024)

test('large bodies are parsed in turns, so that those of one network do not hold up the others', async () => {
  const done: string[] = []
  async function send(name: string, ip: string, text = large) {
    const hold = bodies.hold({ network: ip, user: { id: ip, kind: 'registered' } })
    const request = new Request('http://x/', { method: 'POST', body: JSON.stringify(text) })
    expect(await readJson(request, turnTaker(ip), { maxBytes: MAX_BYTES, hold })).toBe(text)
    done.push(name)
  }

  await Promise.all([
    ...['first', 'second', 'third', 'fourth'].map((name) => send(name, '192.0.2.1')),
    send('another', '198.51.100.1'),
  ])
  expect(done).toEqual(['first', 'second', 'another', 'third', 'fourth'])
})
