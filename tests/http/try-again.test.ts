import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'

/*
 * Every answer with 503 or 429 says when to try again, on every route: the
 * database is taken away, and each route is called with each method.
 */

const ID = '6f1f8f9e-1c6b-4b7e-9d55-2f3a8d6c1b20'

let app: TestApp
let user: TestClient
let answers: { call: string; response: Response; text: string }[]

beforeAll(async () => {
  const database = await createTestDatabase()
  const gate = await openGate(database.url)
  app = await startApp({ databaseUrl: gate.url, env: { ADMIN_EMAILS: 'admin@example.com' } })
  user = app.client()
  await user.register()
  gate.close()
  expectErrorLogs(/.*/)
  const paths = await routePaths()
  answers = await Promise.all(
    paths.flatMap((path) =>
      ['GET', 'POST', 'PATCH', 'DELETE'].map(async (method) => {
        const response = await user.raw(path, { method })
        return { call: `${method} ${path}`, response, text: await response.text() }
      }),
    ),
  )
  return async () => {
    await app.stop()
    await database.drop()
  }
})

/** Passes connections on to Postgres until it is closed. */
async function openGate(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(Number(port || 5432), hostname)
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The path of every route, and of what Express answers itself. */
async function routePaths(): Promise<string[]> {
  const files = await readdir(new URL('../../app/routes', import.meta.url))
  const paths = files
    .map((file) => file.replace(/\.tsx?$/, ''))
    .filter((name) => !['_app', 'api.$'].includes(name))
    .map((name) =>
      name
        .replace('[.]', '%2E')
        .split('.')
        .filter((segment) => segment !== '_app')
        .map((segment) =>
          segment
            .replace(/_$/, '')
            .replace(/^_index$/, '')
            .replace(/^\$.*/, ID),
        )
        .join('/'),
    )
    .map((path) => `/${path.replace('%2E', '.')}`)
  return [...paths, '/readyz', '/healthz', '/admin/queues']
}

describe('while the database is away', () => {
  test('every route with a session answers 503', () => {
    const failing = answers.filter(({ response }) => response.status === 503)
    const pages = failing.filter(({ call }) => !call.includes('/api/')).map(({ call }) => call)
    expect(pages).toEqual(
      expect.arrayContaining(['GET /', `GET /chat/${ID}`, 'GET /settings', 'GET /readyz']),
    )
    expect(failing.length).toBeGreaterThan(20)
    const broken = answers.filter(({ response }) => response.status === 500)
    expect(broken.map(({ call }) => call)).toEqual([])
  })

  test('every 503 says once when to try again', () => {
    for (const { call, response } of answers) {
      if (response.status !== 503) continue
      expect(response.headers.get('retry-after'), call).toMatch(/^\d+$/)
    }
  })

  test('every problem carries its text in error', () => {
    const problems = answers.filter(
      ({ response }) => response.headers.get('content-type') === 'application/problem+json',
    )
    expect(problems.length).toBeGreaterThan(20)
    for (const { call, text } of problems) {
      const { detail, error } = JSON.parse(text)
      expect(detail, call).not.toBe('')
      expect(error, call).toBe(detail)
    }
  })
})
