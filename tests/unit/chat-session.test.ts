import { expect, test, vi } from 'vitest'
import {
  type ChatSession,
  type ChatSessionOptions,
  createChatSession,
} from '#hooks/chat/chat-session.ts'

const CHAT = '0b0e7a54-8a1c-4f0e-9d53-3f4f2a1f0c11'
const MODEL = 'chat-model-small'

function events(...values: object[]): Response {
  const body = values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

const START = { type: 'start', messageId: 'a1' }
const TEXT = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Hi.' },
]
const FINISH = { type: 'finish' }

/** A session whose server gives these answers, one a request. */
function sessionWith(answers: (Response | Error)[], options: Partial<ChatSessionOptions> = {}) {
  const requests: string[] = []
  const fetch = vi.fn(async (url: RequestInfo | URL, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${url}`)
    const answer = answers.shift() ?? new Error('no more answers')
    if (answer instanceof Error) throw answer
    return answer
  })
  const session = createChatSession({
    chatId: CHAT,
    messages: [],
    fetch,
    schedule: (repaint) => repaint(),
    retryDelays: [1, 1],
    ...options,
  })
  /** Sends, and waits for the end of the reply. */
  async function sendAndWait() {
    const taken = await session.send({ text: 'Hello', files: [], model: MODEL })
    await idle(session)
    return taken
  }
  return { session, requests, fetch, sendAndWait }
}

function idle(session: ChatSession) {
  return expect.poll(() => session.getSnapshot().phase).toBe('idle')
}

const STREAM = `/api/chat/${CHAT}/stream`

test('a message is sent with the history, and the reply follows it', async () => {
  const onAccepted = vi.fn()
  const onEnd = vi.fn()
  const { session, fetch, sendAndWait } = sessionWith([events(START, ...TEXT, FINISH)], {
    onAccepted,
    onEnd,
  })
  expect(await sendAndWait()).toBe(true)
  const body = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))
  expect(body).toMatchObject({
    id: CHAT,
    selectedChatModel: MODEL,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  })
  const { messages, phase } = session.getSnapshot()
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages[1]).toMatchObject({ id: 'a1', status: 'complete' })
  expect(phase).toBe('idle')
  expect(onAccepted).toHaveBeenCalledOnce()
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a refused message leaves the conversation as it was, with the reason', async () => {
  const refusal = Response.json(
    { detail: 'Wait.' },
    { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
  )
  const onAccepted = vi.fn()
  const { session, sendAndWait } = sessionWith([refusal], { onAccepted })
  expect(await sendAndWait()).toBe(false)
  expect(session.getSnapshot()).toMatchObject({
    messages: [],
    phase: 'idle',
    problem: { detail: 'Wait.' },
  })
  expect(onAccepted).not.toHaveBeenCalled()
})

test('a request that got no answer is sent again: it joins the reply it has started', async () => {
  const { requests, fetch, sendAndWait } = sessionWith([
    new TypeError('network'),
    events(START, ...TEXT, FINISH),
  ])
  expect(await sendAndWait()).toBe(true)
  expect(requests).toEqual(['POST /api/chat', 'POST /api/chat'])
  expect(fetch.mock.calls[0]?.[1]?.body).toBe(fetch.mock.calls[1]?.[1]?.body)
})

test('a stream that breaks is resumed from its start', async () => {
  const { session, requests, sendAndWait } = sessionWith([
    events(START, ...TEXT),
    events(START, ...TEXT, { type: 'text-delta', id: '0', delta: ' Again.' }, FINISH),
  ])
  await sendAndWait()
  expect(requests).toEqual(['POST /api/chat', `GET ${STREAM}`])
  expect(session.getSnapshot().messages[1]?.parts).toEqual([{ type: 'text', text: 'Hi. Again.' }])
})

test('a reply that ended meanwhile is read from the stored chat', async () => {
  const stored = [
    { id: 'u1', role: 'user', parts: [] },
    { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'Whole.' }], status: 'complete' },
  ]
  const { session, requests, sendAndWait } = sessionWith([
    events(START, ...TEXT),
    new Response(null, { status: 204 }),
    Response.json({ messages: stored }),
  ])
  await sendAndWait()
  expect(requests.at(-1)).toMatch(`GET /chat/${CHAT}/messages?through=`)
  expect(session.getSnapshot()).toMatchObject({ messages: stored, phase: 'idle' })
})

test('a page that shows the newest messages goes on from its first one when it loads the chat again', async () => {
  const stored = ['u1', 'a1', 'u2', 'a2'].map((id) => ({
    id,
    role: id.startsWith('u') ? ('user' as const) : ('assistant' as const),
    parts: [{ type: 'text', text: id }],
  }))
  const { session } = sessionWith(
    [new Response(null, { status: 204 }), Response.json({ messages: stored })],
    { messages: stored.slice(2) },
  )
  await session.retry(MODEL)
  await idle(session)
  expect(session.getSnapshot().messages.map(({ id }) => id)).toEqual(['u2', 'a2'])
})

test('when the server cannot be reached, the message is taken back with the reason', async () => {
  const { session, requests, sendAndWait } = sessionWith([
    new TypeError('1'),
    new TypeError('2'),
    new TypeError('3'),
  ])
  expect(await sendAndWait()).toBe(false)
  expect(requests).toHaveLength(3)
  expect(session.getSnapshot().problem?.detail).toContain('cannot be reached')
  expect(session.getSnapshot().messages).toEqual([])
})

test('a reply that failed before its first part shows what the server has stored of it', async () => {
  const failed = new Response('data: {"type":"error","errorText":"Oops"}\n\n', {
    status: 500,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  })
  const stored = [
    { id: 'u1', role: 'user', parts: [] },
    { id: 'a1', role: 'assistant', parts: [], status: 'failed' },
  ]
  const { session, sendAndWait } = sessionWith([failed, Response.json({ messages: stored })])
  expect(await sendAndWait()).toBe(true)
  expect(session.getSnapshot().messages).toEqual(stored)
})

const question = { id: 'u1', role: 'user' as const, parts: [{ type: 'text', text: 'Why?' }] }
const goodAnswer = {
  id: 'a0',
  role: 'assistant' as const,
  parts: [{ type: 'text', text: 'Because.' }],
  status: 'complete' as const,
}

test.each([
  [
    'before the stream has begun',
    new Response('data: {"type":"error","errorText":"Oops"}\n\n', {
      status: 500,
      headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
    }),
  ],
  ['in a stream without parts', events(START, { type: 'error', errorText: '' }, { type: 'abort' })],
])('a retry that fails %s shows the answer that is back, and says so', async (_when, failed) => {
  const stored = [question, goodAnswer]
  const answers = [failed, Response.json({ messages: stored })]
  const { session } = sessionWith(answers, { messages: stored })
  await session.retry(MODEL)
  await idle(session)
  expect(session.getSnapshot().messages).toEqual(stored)
  expect(session.getSnapshot().problem?.detail).toContain('the one before is back')
})

test('an edit that fails before its first part is not taken, so that its text is kept', async () => {
  const failed = new Response('', {
    status: 500,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  })
  const stored = [question, goodAnswer]
  const answers = [failed, Response.json({ messages: stored })]
  const { session } = sessionWith(answers, { messages: stored })
  expect(await session.edit('u1', 'How?', MODEL)).toBe(false)
  expect(session.getSnapshot().messages).toEqual(stored)
})

test('a retry that is stopped before its first part shows the answer that is back', async () => {
  const stored = [question, goodAnswer]
  const answers = [events(START, { type: 'abort' }), Response.json({ messages: stored })]
  const { session } = sessionWith(answers, { messages: stored })
  await session.retry(MODEL)
  await idle(session)
  expect(session.getSnapshot()).toMatchObject({ messages: stored, problem: null })
})

test('a reply found unfinished is resumed; a finished one is not', async () => {
  const user = { id: 'u1', role: 'user' as const, parts: [] }
  const streaming = {
    id: 'a1',
    role: 'assistant' as const,
    parts: [],
    status: 'streaming' as const,
  }
  const running = sessionWith([events(START, ...TEXT, FINISH)], { messages: [user, streaming] })
  running.session.resume()
  await idle(running.session)
  expect(running.requests).toEqual([`GET ${STREAM}`])
  expect(running.session.getSnapshot().messages).toMatchObject([
    user,
    { id: 'a1', status: 'complete' },
  ])

  const done = sessionWith([], { messages: [user] })
  done.session.resume()
  expect(done.requests).toEqual([])
})

const OLD = [
  { id: 'u1', role: 'user' as const, parts: [{ type: 'text', text: 'Hello' }] },
  { id: 'a1', role: 'assistant' as const, parts: [{ type: 'text', text: 'Old.' }] },
]

test.each<[string, () => Response]>([
  [
    'at once',
    () =>
      new Response('data: {"type":"error","errorText":"Oops"}\n\n', {
        status: 500,
        headers: { 'Content-Type': 'text/event-stream', 'X-Error-Kind': 'quota' },
      }),
  ],
  [
    'once the stream had to be opened',
    () =>
      events(
        { ...START, messageId: 'a2' },
        { type: 'data-error-kind', data: 'quota', transient: true },
        { type: 'error', errorText: 'Oops' },
        { type: 'abort' },
      ),
  ],
])('a retry that fails %s shows the old reply again, and why', async (_when, failure) => {
  const { session } = sessionWith([failure(), Response.json({ messages: OLD })], { messages: OLD })
  await session.retry(MODEL)
  await idle(session)
  await expect.poll(() => session.getSnapshot().problem?.detail).toMatch(/quota/)
  expect(session.getSnapshot().messages).toEqual(OLD)
})

test('a stored reply that has failed says why by itself', async () => {
  const failed = { ...OLD[1], parts: [], status: 'failed', errorKind: 'quota' }
  const { session, sendAndWait } = sessionWith([
    new Response('data: {"type":"error","errorText":"Oops"}\n\n', {
      status: 500,
      headers: { 'Content-Type': 'text/event-stream', 'X-Error-Kind': 'quota' },
    }),
    Response.json({ messages: [OLD[0], failed] }),
  ])
  await sendAndWait()
  expect(session.getSnapshot().messages[1]).toMatchObject({ errorKind: 'quota' })
  expect(session.getSnapshot().problem).toBeNull()
})

test('a stop asked before the server has answered is sent at once, and again with the answer', async () => {
  let answer: (response: Response) => void = () => {}
  const requests: string[] = []
  const fetch = vi.fn((url: RequestInfo | URL, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${url}`)
    if (init?.method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }))
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  const { session } = sessionWith([], { fetch })
  const sent = session.send({ text: 'Hello', files: [], model: MODEL })
  await session.stop()
  expect(requests).toEqual(['POST /api/chat', `DELETE ${STREAM}`])
  answer(events(START, ...TEXT, { type: 'abort' }))
  await sent
  await idle(session)
  expect(requests).toEqual(['POST /api/chat', `DELETE ${STREAM}`, `DELETE ${STREAM}`])
  expect(session.getSnapshot().messages[1]?.status).toBe('stopped')
})

test('an edit replaces the message, keeps its images, and drops what came after', async () => {
  const file = { type: 'file', mediaType: 'image/png', url: '/uploads/a.png' }
  const messages = [
    { id: 'u1', role: 'user' as const, parts: [file, { type: 'text', text: 'old' }] },
    { id: 'a0', role: 'assistant' as const, parts: [] },
  ]
  const { session } = sessionWith([events(START, ...TEXT, FINISH)], { messages })
  await session.edit('u1', 'new', MODEL)
  await idle(session)
  expect(session.getSnapshot().messages).toMatchObject([
    { id: 'u1', parts: [file, { type: 'text', text: 'new' }] },
    { id: 'a1' },
  ])
})
