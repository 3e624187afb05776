import { describe, expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'

const MIB = 1024 * 1024

describe('the budget of request bodies', () => {
  const open = () => createBodyBudget(64 * MIB)
  const visitor = { network: '192.0.2.1', userId: null }
  const user = (userId: string, network = '192.0.2.1') => ({ network, userId })

  /** Holds bytes for as many bodies as are allowed; returns how many. */
  function fill(budget: ReturnType<typeof open>, sender: typeof visitor | ReturnType<typeof user>) {
    for (let count = 0; ; count += 1) {
      try {
        budget.hold(sender).add(MIB)
      } catch {
        return count
      }
    }
  }

  test('a user can take a quarter of it, and leaves the rest to others', () => {
    const budget = open()
    expect(fill(budget, user('ada'))).toBe(16)
    expect(fill(budget, user('bob'))).toBe(16)
  })

  test('the users of one network can take half of it', () => {
    const budget = open()
    const taken = ['a', 'b', 'c', 'd'].map((id) => fill(budget, user(id)))
    expect(taken).toEqual([16, 16, 0, 0])
    expect(fill(budget, user('e', '192.0.2.2'))).toBe(16)
  })

  test('visitors of one network can take a sixteenth of it', () => {
    const budget = open()
    expect(fill(budget, visitor)).toBe(4)
    expect(fill(budget, { ...visitor, network: '192.0.2.2' })).toBe(4)
  })

  test('visitors of many networks leave three quarters of it to users', () => {
    const budget = open()
    const networks = Array.from({ length: 64 }, (_, n) => `2001:db8:0:${n.toString(16)}::/64`)
    const taken = networks.map((network) => fill(budget, { network, userId: null }))
    expect(taken.reduce((sum, count) => sum + count)).toBe(16)
    expect(fill(budget, user('ada'))).toBe(16)
  })

  test('all together can take no more than all of it', () => {
    const budget = open()
    const users = Array.from({ length: 8 }, (_, n) => user(`u${n}`, `192.0.2.${n}`))
    expect(users.map((each) => fill(budget, each))).toEqual([16, 16, 16, 16, 0, 0, 0, 0])
  })

  test('bytes that are given back can be taken again, but only once', () => {
    const budget = open()
    const hold = budget.hold(user('ada'))
    hold.add(16 * MIB)
    expect(() => budget.hold(user('ada')).add(1)).toThrow(/Try again/)
    hold.release()
    hold.release()
    expect(fill(budget, user('ada'))).toBe(16)
  })

  test('a refusal says when to come back', () => {
    const budget = open()
    expect(() => budget.hold(user('ada')).add(17 * MIB)).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfter: 5 }),
    )
  })
})
