import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createOpenAI } from '@ai-sdk/openai'
import { createRequestHandler } from '@remix-run/express'
import { createReadableStreamFromReadable, type ServerBuild } from '@remix-run/node'
import { type ModelMessage, streamText } from 'ai'
import express from 'express'
import pg from 'pg'
import { CHAT_MODEL } from '../reply-script.ts'
import { STATEMENTS } from './statements.ts'

/**
 * What the packages cost that the service is built of: one resource route of Remix
 * in an Express application answers `POST /api/chat` with `streamText` of the AI
 * SDK. It runs the same statements as the baseline, and has nothing of ours: no
 * validation, no title, no relay for other readers, no beginning that is stored.
 */
const ROUTE = { id: 'routes/api.chat', path: 'api/chat' }

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const provider = createOpenAI({ apiKey: 'none', baseURL: process.env.OPENAI_BASE_URL })
const model = provider.chat(CHAT_MODEL)

async function query<Row extends object>(name: keyof typeof STATEMENTS, values: unknown[]) {
  const { rows } = await pool.query<Row>({ name, text: STATEMENTS[name], values })
  return rows
}

async function action({ request }: { request: Request }): Promise<Response> {
  const token = request.headers.get('cookie')?.match(/session-token=([\w-]+)/)?.[1] ?? ''
  const hash = createHash('sha256').update(token).digest('hex')
  const [session] = await query<{ user_id: string }>('session', [hash])
  const { id, messages } = await request.json()
  const asked = messages.map(({ id, role, content }: Record<string, string>) => {
    return { id, role, parts: [{ type: 'text', text: content }] }
  })
  const replyId = randomUUID()
  const claim = [id, session?.user_id, JSON.stringify(asked), replyId, randomUUID()]
  await query('claimTurn', claim)
  return new Response(createReadableStreamFromReadable(Readable.from(reply(messages, replyId))), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

async function* reply(messages: ModelMessage[], replyId: string) {
  let text = ''
  for await (const delta of streamText({ model, messages }).textStream) {
    text += delta
    yield Buffer.from(`0:${JSON.stringify(delta)}\n`)
  }
  await query('storeReply', [replyId, JSON.stringify([{ type: 'text', text }])])
  yield Buffer.from('d:{"finishReason":"stop"}\n')
}

type RouteModule = ServerBuild['routes'][string]['module']
/** Without a component, which the type asks for, it is a resource route. */
const routeModule = { action } as Partial<RouteModule> as RouteModule

const build: ServerBuild = {
  entry: { module: { default: () => new Response() } },
  routes: { [ROUTE.id]: { ...ROUTE, module: routeModule } },
  assets: {
    version: '1',
    url: '',
    entry: { module: '', imports: [] },
    routes: {
      [ROUTE.id]: {
        ...ROUTE,
        hasAction: true,
        hasLoader: false,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: false,
        module: '',
      },
    },
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  mode: 'production',
  isSpaMode: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
}

const app = express()
app.disable('x-powered-by')
app.get('/', (_, res) => void res.end())
app.all('*', createRequestHandler({ build, mode: 'production' }))
app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
