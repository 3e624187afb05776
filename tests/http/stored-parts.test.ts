import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toStorableValue } from '#core/storable-text.ts'
import type { MessagePart } from '#db/entities/message.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { anyPart, FORECAST } from './fuzz/message-parts.ts'
import { LIMITS } from './fuzz/world.ts'

let app: TestApp
let client: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
  client = app.client()
  userId = (await client.register()).id
})
afterAll(() => app?.stop())

const ROLES = ['user', 'assistant'] as const

/** Stores a chat in which the user and the model have each said all of these messages. */
async function storeChat(messages: MessagePart[][], status = 'complete'): Promise<string> {
  const chatId = randomUUID()
  const { sql } = app.database
  await sql("insert into chat (id, user_id, title) values ($1, $2, 'Odd')", [chatId, userId])
  const rows = messages.flatMap((parts) => ROLES.map((role) => ({ role, parts })))
  await sql(
    `insert into message (id, chat_id, position, role, parts, status)
     select gen_random_uuid(), $1, position, role, parts, $3
     from jsonb_to_recordset($2) as row (position int, role text, parts jsonb)`,
    [chatId, JSON.stringify(rows.map((row, position) => ({ ...row, position }))), status],
  )
  return chatId
}

async function expectPageOf(chatId: string): Promise<string> {
  const page = await client.get(`/chat/${chatId}`)
  const html = await page.text()
  expect(page.status, html.slice(0, 500)).toBe(200)
  expect(html).toContain('</html>')
  const exported = await client.get(`/api/chat/${chatId}/export?format=markdown`)
  expect(exported.status).toBe(200)
  await exported.text()
  return html
}

test('whatever the parts of messages hold, a chat has a page and an export', async () => {
  const message = fc.array(anyPart, { minLength: 1, maxLength: 3 }).map(toStorableValue)
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: 50, maxLength: 100 }),
      fc.constantFrom('complete', 'failed', 'stopped'),
      async (messages, status) => {
        await expectPageOf(await storeChat(messages, status))
      },
    ),
    { ...LIMITS, numRuns: 10 },
  )
})

function weatherPart(output: unknown): MessagePart {
  return { type: 'tool-getWeather', toolCallId: 'c', state: 'output-available', input: {}, output }
}

test('a history with a forecast that is none is stored, and the chat has its page', async () => {
  const broken = [
    { ...FORECAST, current: { temperature_2m: 1 } },
    { ...FORECAST, hourly: { temperature_2m: [1] } },
    { ...FORECAST, daily: { sunrise: ['2026-11-21T08:12'] } },
    { ...FORECAST, daily: { sunrise: [8], sunset: [17] } },
    { ...FORECAST, current_units: { temperature_2m: { a: 1 } } },
    { current: { temperature_2m: 1 }, hourly: { temperature_2m: [] }, daily: { sunrise: [] } },
    {
      current: { time: '2', temperature_2m: 1 },
      hourly: { time: Array(130_000).fill('2'), temperature_2m: Array(130_000).fill(9) },
      daily: { sunrise: [] },
    },
  ]
  for (const output of broken) {
    const chatId = await storeChat([[weatherPart(output)]])
    expect(await expectPageOf(chatId)).toContain('weather-now')
  }
})
