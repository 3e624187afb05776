import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { uploadImage } from '#tests/support/outage.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ worker: true })
})

afterAll(() => app?.stop())

/** Those of each thread, where threads have their own. */
function prioritiesOf(pid: number): number[] {
  if (process.platform !== 'linux') return [getPriority(pid)]
  return readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)))
}

test('the worker runs at a lower priority than the web process, also what decodes images', async () => {
  const client = app.client()
  await client.register()
  expect((await uploadImage(client, await makePng())).status).toBe(200)

  const own = Math.max(...prioritiesOf(app.web.pid))
  const ofWorker = prioritiesOf(app.worker?.pid ?? 0)
  // Tests that are run with a low priority, as with `nice`, keep it.
  expect(Math.min(...ofWorker)).toBe(Math.max(own, 10))
})
