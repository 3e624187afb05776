import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { logOutages } from '#core/jobs/log-outages.ts'

test('an outage is logged once, and then every 30 seconds with the number of its errors', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const lines: { msg: string; unlogged?: number }[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const onError = logOutages(log, 'connection failed')
    for (let second = 0; second < 60; second += 1) {
      onError(new Error('ECONNREFUSED'))
      vi.advanceTimersByTime(1_000)
    }
    expect(lines.map(({ unlogged }) => unlogged)).toEqual([undefined, 29])
    vi.advanceTimersByTime(3_600_000)
    onError(new Error('the next outage'))
    expect(lines).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})
