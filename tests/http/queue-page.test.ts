import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { enqueueBrokenJob } from '#tests/support/test-queue.ts'

const EMAIL = 'admin@example.com'
const PASSWORD = 'correct horse battery'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  const env = { ADMIN_EMAILS: 'Admin@Example.com, ops@example.com' }
  app = await startApp({ worker: true, env })
  admin = app.client()
  const registered = await admin.post('/api/users', { email: EMAIL, password: PASSWORD })
  expect(registered.status).toBe(201)
})

afterAll(async () => {
  await app?.stop()
})

type Board = {
  queues: {
    name: string
    readOnlyMode: boolean
    counts: Record<string, number>
    jobs: { id: string; name: string; failedReason?: string; attempts: number; data: unknown }[]
  }[]
}

describe('the queue page', () => {
  test('administrators who have not registered are named in the log', async () => {
    const line = await app.web.waitForLog<{ unregistered: string[] }>(
      ({ unregistered }) => !!unregistered,
    )
    expect(line.unregistered).toEqual(['admin@example.com', 'ops@example.com'])
  })

  test('only an administrator finds the page', async () => {
    const user = app.client()
    await user.register()
    const guest = app.client()
    await guest.guest()
    for (const client of [user, guest, app.client()]) {
      for (const path of ['/admin/queues', '/admin/queues/api/queues', '/admin/queues/static/x']) {
        const response = await client.get(path)
        expect(response.status, path).toBe(404)
      }
    }
  })

  test('an API token of an administrator does not open it', async () => {
    const created = await admin.post('/api/tokens', { name: 'script' })
    const { token } = (await created.json()) as { token: string }
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(`${app.url}/admin/queues`, { headers })).status).toBe(404)
    const cookie = { Cookie: `session-token=${token}` }
    expect((await fetch(`${app.url}/admin/queues`, { headers: cookie })).status).toBe(404)
  })

  test('it loads nothing from another host and has a content security policy', async () => {
    const page = await admin.get('/admin/queues')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).not.toMatch(/(?:href|src)="(?:https?:)?\/\//)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
    const script = /src="(static\/js\/main[^"]+)"/.exec(html)?.[1]
    expect((await admin.get(`/admin/queues/${script}`)).headers.get('Content-Type')).toContain(
      'javascript',
    )
  })

  test('a failed job is shown with its reason', async () => {
    const jobId = await enqueueBrokenJob(app)
    const board = await untilFailed()
    const queue = modelQueue(board)
    expect(queue?.readOnlyMode).toBe(true)
    expect(queue?.counts.failed).toBe(1)
    const job = queue?.jobs.find(({ id }) => id === jobId)
    expect(job).toMatchObject({ name: 'generate-title', attempts: 1 })
    expect(job?.failedReason).toContain('Invalid payload')
  })

  test('it offers no way to change the queue', async () => {
    for (const [method, path] of [
      ['PUT', '/admin/queues/api/queues/model-jobs/clean/failed'],
      ['PUT', '/admin/queues/api/queues/model-jobs/retry/failed'],
      ['POST', '/admin/queues/api/queues/model-jobs/add'],
      ['PUT', '/admin/queues/api/queues/pause'],
      ['DELETE', '/admin/queues'],
    ] as const) {
      const response = await admin.raw(path, { method })
      expect(response.status, `${method} ${path}`).toBe(404)
    }
    expect(modelQueue(await readBoard())?.counts.failed).toBe(1)
  })
})

function modelQueue({ queues }: Board) {
  return queues.find(({ name }) => name === 'model-jobs')
}

async function readBoard(): Promise<Board> {
  const response = await admin.get(
    '/admin/queues/api/queues?activeQueue=model-jobs&status=failed&page=1',
  )
  expect(response.status).toBe(200)
  return (await response.json()) as Board
}

function untilFailed(): Promise<Board> {
  return vi.waitFor(
    async () => {
      const board = await readBoard()
      expect(modelQueue(board)?.counts.failed).toBeGreaterThan(0)
      return board
    },
    { timeout: 20_000, interval: 200 },
  )
}
