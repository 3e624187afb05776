import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'
import { proxyReply } from './proxy-reply.ts'
import { STATEMENTS } from './statements.ts'
import { storeUpload } from './store-upload.ts'

type ChatMessage = { id: string; role: string; content: string }

type Route = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void>

/** The endpoints that the bench measures, written in the plainest way. */
export function baselineRoutes(options: {
  databaseUrl: string
  modelUrl: string
  dataDir: string
}): Record<string, Route> {
  // Timestamps stay the text that Postgres sends, as they do in the service.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, String)
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 10, types })

  async function query(name: keyof typeof STATEMENTS, values: unknown[]): Promise<unknown[]> {
    const { rows } = await pool.query({ name, text: STATEMENTS[name], values })
    return rows
  }

  async function userOf(request: IncomingMessage): Promise<string> {
    const token = request.headers.cookie?.match(/session-token=([\w-]+)/)?.[1] ?? ''
    const hash = createHash('sha256').update(token).digest('hex')
    const [session] = (await query('session', [hash])) as { user_id: string }[]
    if (!session) throw new Error('no session')
    return session.user_id
  }

  return {
    async 'GET /api/vote'(request, response, params) {
      json(response, await query('votes', [params.get('chatId'), await userOf(request)]))
    },
    async 'PATCH /api/vote'(request, response) {
      const userId = await userOf(request)
      const body = JSON.parse(await readText(request))
      await query('castVote', [body.type === 'up', body.messageId, body.chatId, userId])
      response.end('Message voted')
    },
    async 'GET /api/document'(request, response, params) {
      json(response, await query('versions', [params.get('id'), await userOf(request)]))
    },
    async 'POST /api/document'(request, response, params) {
      const userId = await userOf(request)
      const id = params.get('id')
      const { title, content, kind } = JSON.parse(await readText(request))
      const [row] = await query('saveVersion', [id, userId, title, content, kind])
      json(response, { id, title, content, kind, userId, ...(row as object) })
    },
    async 'GET /api/suggestions'(request, response, params) {
      json(response, await query('suggestions', [params.get('documentId'), await userOf(request)]))
    },
    async 'GET /api/history'(request, response) {
      const chats = await query('history', [await userOf(request), 21])
      json(response, { chats: chats.slice(0, 20), hasMore: chats.length > 20 })
    },
    async 'POST /api/chat'(request, response) {
      const userId = await userOf(request)
      const { id, messages } = JSON.parse(await readText(request))
      const asked = messages.map(({ id, role, content }: ChatMessage) => {
        return { id, role, parts: [{ type: 'text', text: content }] }
      })
      const replyId = randomUUID()
      const claim = [id, userId, JSON.stringify(asked), replyId, randomUUID()]
      await query('claimTurn', claim)
      await proxyReply(options.modelUrl, messages, response, async (text) => {
        await query('storeReply', [replyId, JSON.stringify([{ type: 'text', text }])])
      })
    },
    async 'POST /api/files/upload'(request, response) {
      await userOf(request)
      json(response, { url: await storeUpload(request, options.dataDir) })
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function json(response: ServerResponse, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
