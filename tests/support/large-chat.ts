import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { TestApp } from './app.ts'
import type { TestClient } from './client.ts'
import type { TestDatabase } from './database.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/** An image in a data URL, which is longer than its own file by so many characters. */
export function imagePart(padding = 0) {
  const url = `data:image/png;base64,${PIXEL.slice(0, -1)}${'A'.repeat(padding + 1)}`
  return { type: 'file', mediaType: 'image/png', url }
}

export type SeedMessage = {
  parts: object[]
  role?: 'user' | 'assistant'
  status?: string
  errorKind?: string
}

/** Stores a chat with these messages, as they are; returns its id and theirs. */
export async function seedMessages(
  { sql }: TestDatabase,
  userId: string,
  messages: SeedMessage[],
): Promise<{ chatId: string; ids: string[] }> {
  const chatId = randomUUID()
  const ids = messages.map(() => randomUUID())
  await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'Large'])
  const rows = messages.map(({ parts, role, status, errorKind }, position) => ({
    id: ids[position],
    position,
    role: role ?? (position % 2 === 0 ? 'user' : 'assistant'),
    parts,
    status: status ?? 'complete',
    error_kind: errorKind ?? null,
  }))
  await sql(
    `insert into message (id, chat_id, position, role, parts, status, error_kind, heartbeat_at)
     select id, $1, position, role, parts, status, error_kind, now() + interval '1 hour'
     from jsonb_to_recordset($2) as seeded
       (id uuid, position int, role text, parts jsonb, status text, error_kind text)`,
    [chatId, JSON.stringify(rows)],
  )
  return { chatId, ids }
}

/** Asks for a path; the response is not read yet. */
export function ask(app: TestApp, client: TestClient, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: client.cookie() }
    get(`${app.url}${path}`, { headers, agent: false }, resolve).on('error', reject)
  })
}

/** The memory of the web process, in MiB. */
export async function residentMiB(app: TestApp): Promise<number> {
  const status = await readFile(`/proc/${app.web.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
