import { createServer } from 'node:http'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { logOutages } from '#core/jobs/log-outages.ts'
import { boundConnections } from '#http/connections/bound-connections.ts'

function listeningLog() {
  const lines: { msg: string; unlogged?: number }[] = []
  return { lines, log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }) }
}

test('an outage is logged once, and then every 30 seconds with the number of its errors', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { lines, log } = listeningLog()
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

test('connections that are refused by the thousand are logged in one line, and counted', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const server = createServer()
  try {
    const { lines, log } = listeningLog()
    const bounds = { MAX_CONNECTIONS: 1, CONNECTIONS_PER_NETWORK: 1, TRUST_PROXY: 0 }
    boundConnections(server, bounds, log)
    for (let count = 0; count < 1_000; count += 1) server.emit('drop')
    expect(lines.map(({ unlogged }) => unlogged)).toEqual([undefined])
    vi.advanceTimersByTime(30_000)
    server.emit('drop')
    expect(lines.map(({ unlogged }) => unlogged)).toEqual([undefined, 999])
  } finally {
    server.emit('close')
    vi.useRealTimers()
  }
})
