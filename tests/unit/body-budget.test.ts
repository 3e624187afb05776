import { describe, expect, test, vi } from 'vitest'
import type { BodySender } from '#http/requests/body-accounts.ts'
import { type BodyBudget, createBodyBudget } from '#http/requests/body-budget.ts'

const MIB = 1024 * 1024

describe('the budget of request bodies', () => {
  const open = () => createBodyBudget(64 * MIB)
  const visitor = { network: '192.0.2.1', user: null }
  const user = (id: string, network = '192.0.2.1'): BodySender => ({
    network,
    user: { id, kind: 'registered' },
  })
  const guest = (id: string, network: string): BodySender => ({
    network,
    user: { id, kind: 'guest' },
  })

  /** Holds bytes for as many bodies as are allowed; returns how many. */
  function fill(budget: BodyBudget, sender: BodySender, bytes = MIB) {
    for (let count = 0; ; count += 1) {
      try {
        budget.hold(sender).add(bytes)
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
    const taken = networks.map((network) => fill(budget, { network, user: null }))
    expect(taken.reduce((sum, count) => sum + count)).toBe(16)
    expect(fill(budget, user('ada'))).toBe(16)
  })

  test('guests of many networks leave half of it to accounts', () => {
    const budget = open()
    const guests = Array.from({ length: 4 }, (_, n) => guest(`g${n}`, `192.0.2.${n}`))
    expect(guests.map((each) => fill(budget, each))).toEqual([16, 16, 0, 0])
    expect(fill(budget, user('ada'))).toBe(16)
  })

  test('large bodies leave an eighth of it to small ones, and all take no more than all of it', () => {
    const budget = open()
    const users = Array.from({ length: 8 }, (_, n) => user(`u${n}`, `192.0.2.${n}`))
    expect(users.map((each) => fill(budget, each, 8 * MIB))).toEqual([2, 2, 2, 1, 0, 0, 0, 0])
    const small = users.map((each) => fill(budget, each, MIB / 16))
    expect(small.reduce((sum, count) => sum + count)).toBe(8 * 16)
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

  describe('a body of which more is waited for', () => {
    /** Holds a body whose sender is slow. */
    function holdSlow(budget: BodyBudget, sender: BodySender, bytes: number) {
      const hold = budget.hold(sender)
      hold.add(bytes)
      const giveWay = vi.fn()
      hold.wait(giveWay)
      return { hold, giveWay }
    }

    const networks = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']

    /** Takes all that large bodies may take, most of it for the first of these networks. */
    function fillSlowly(budget: BodyBudget) {
      return networks.map((network, n) => holdSlow(budget, user(`u${n}`, network), 14 * MIB))
    }

    test('gives way: the oldest one of the network that holds most', () => {
      const budget = open()
      const slow = fillSlowly(budget)
      budget.hold(user('ada', '192.0.2.9')).add(5 * MIB)
      expect(slow.map(({ giveWay }) => giveWay.mock.calls.length)).toEqual([1, 0, 0, 0])
      const error = expect.objectContaining({ code: 'unavailable', retryAfter: 5 })
      expect(slow[0]?.giveWay).toHaveBeenCalledWith(error)
      expect(() => slow[0]?.hold.add(1)).toThrow(error)
    })

    test('stays for a body of a network that would hold more, which is refused', () => {
      const budget = open()
      const slow = fillSlowly(budget)
      const hold = budget.hold(user('ada', '192.0.2.9'))
      expect(() => {
        for (;;) hold.add(MIB)
      }).toThrow(/Try again/)
      // One of the first network gave way, and then all networks had as much.
      expect(slow.filter(({ giveWay }) => giveWay.mock.calls.length > 0)).toHaveLength(1)
    })

    test('stays when it is complete, and while there is room', () => {
      const budget = open()
      const slow = fillSlowly(budget)
      budget.hold(user('ada', '192.0.2.9')).add(MIB / 16)
      for (const { hold } of slow) hold.wait()
      expect(() => budget.hold(user('ada', '192.0.2.9')).add(MIB)).toThrow(/Try again/)
      for (const { giveWay } of slow) expect(giveWay).not.toHaveBeenCalled()
    })

    test('does not give way for a sender who has taken his own part', () => {
      const budget = open()
      const slow = [holdSlow(budget, user('ada'), 16 * MIB)]
      expect(() => budget.hold(user('ada')).add(1)).toThrow(/Try again/)
      expect(slow[0]?.giveWay).not.toHaveBeenCalled()
    })
  })
})
