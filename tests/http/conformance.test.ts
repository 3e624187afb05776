import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { CHAT_ROWS } from './conformance/chat-rows.ts'
import { DOCUMENT_ROWS } from './conformance/document-rows.ts'
import { EVERY_ENDPOINT_ROWS } from './conformance/every-endpoint-rows.ts'
import type { Row } from './conformance/row.ts'
import { SESSION_ROWS } from './conformance/session-rows.ts'
import { SUGGESTION_ROWS } from './conformance/suggestion-rows.ts'
import { UPLOAD_ROWS } from './conformance/upload-rows.ts'
import { VOTE_ROWS } from './conformance/vote-rows.ts'
import { createWorld, type World } from './conformance/world.ts'

/** The interface (docs/interface.md) as a table: endpoint, condition, caller, status and body. */

let model: FakeOpenAi
let app: TestApp
let world: World

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      if (text === 'fail' && request.body.stream) return { status: 400 }
      if (text === 'break') return { text: 'one two three four', cutAfter: 2, delayMs: 5 }
      return {
        text: 'Hello to you.',
        ...(request.body.stream && { reasoning: reasoning(request) }),
      }
    },
  })
  app = await startApp({
    worker: true,
    env: { OPENAI_BASE_URL: model.url, CHAT_MODEL_REASONING: 'reasoner' },
  })
  world = await createWorld(app)
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

function reasoning({ body }: { body: { model?: string } }): string {
  return body.model === 'reasoner' ? 'Let me see. ' : ''
}

/** Sends the request of a row and reads the answer. */
async function answerTo(row: Row) {
  const { path, json, body, headers } = await row.send(world)
  const [method = ''] = row.endpoint.split(' ')
  const type = json === undefined && typeof body !== 'string' ? {} : JSON_TYPE
  const response = await world.send(row.as, path, {
    method,
    headers: { ...type, ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  })
  return { response, text: await response.text() }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function checkHeaders({ headers }: Response, expected: Row['headers'] = {}) {
  expect(headers.get('x-request-id')).toMatch(/^[\w.-]{8,100}$/)
  for (const [name, value] of Object.entries(expected)) {
    if (name === 'allow') expect(sortedWords(headers.get(name))).toEqual(sortedWords(value))
    else if (value instanceof RegExp) expect(headers.get(name), name).toMatch(value)
    else expect(headers.get(name), name).toBe(value)
  }
}

const sortedWords = (list: unknown) => String(list).split(', ').sort()

/** Expects a problem (RFC 9457) with our `requestId` that tells nothing of the implementation. */
function checkProblem({ status, headers }: Response, text: string) {
  expect(headers.get('content-type')).toBe('application/problem+json')
  const { errors, ...problem } = JSON.parse(text)
  expect(problem).toEqual({
    type: 'about:blank',
    title: expect.stringMatching(/^[A-Z][\w ]+$/),
    error: problem.detail,
    status,
    detail: expect.stringMatching(/\w+ .*\.?$/),
    requestId: headers.get('x-request-id'),
  })
  for (const error of errors ?? []) {
    expect(error).toEqual({ path: expect.any(String), message: expect.stringMatching(/\w/) })
  }
  expect(text).not.toMatch(/secret|select |insert |node_modules|\.ts:\d|Error:/)
}

const ROWS = [
  ...EVERY_ENDPOINT_ROWS,
  ...SESSION_ROWS,
  ...CHAT_ROWS,
  ...DOCUMENT_ROWS,
  ...VOTE_ROWS,
  ...SUGGESTION_ROWS,
  ...UPLOAD_ROWS,
]

describe.each(Object.entries(Object.groupBy(ROWS, ({ endpoint }) => endpoint)))(
  '%s',
  (_endpoint, rows = []) => {
    test.each(rows)('$status to $as when $when', async (row) => {
      if (row.logs) expectErrorLogs(row.logs)
      const { response, text } = await answerTo(row)
      try {
        expect(response.status, text).toBe(row.status)
        checkHeaders(response, row.headers)
        const isText =
          typeof row.body === 'string' ||
          (row.body instanceof Object && 'asymmetricMatch' in row.body)
        if (isText) expect(text).toEqual(row.body)
        else if (row.status >= 400) checkProblem(response, text)
        if (!isText && row.body !== undefined)
          expect(JSON.parse(text)).toMatchObject(row.body as object)
      } finally {
        await row.after?.(world)
      }
    })
  },
)

test('every endpoint that clients rely on has rows', () => {
  const known = new Set(ROWS.map(({ endpoint }) => endpoint))
  for (const endpoint of [
    'GET /api/document',
    'POST /api/document',
    'PATCH /api/document',
    'POST /api/chat',
    'DELETE /api/chat',
    'POST /api/files/upload',
    'GET /api/vote',
    'PATCH /api/vote',
    'GET /api/suggestions',
  ]) {
    expect(known).toContain(endpoint)
  }
})
