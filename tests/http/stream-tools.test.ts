import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { processDataStream } from '@ai-sdk/ui-utils'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { getChat, postChat, userMessage } from '#tests/support/chat.ts'
import {
  type FakeOpenAi,
  type FakeRequest,
  hasToolResult,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'

/** Every tool through POST /api/chat, as the published `ai@4` client and today's SDK see it. */

const FORECAST = {
  latitude: 48.86,
  longitude: 2.36,
  current: { time: '2026-11-20T08:00', temperature_2m: 7.4 },
  hourly: { time: ['2026-11-20T00:00'], temperature_2m: [6.1] },
  daily: { time: ['2026-11-20'], sunrise: ['2026-11-20T08:08'], sunset: ['2026-11-20T17:02'] },
}
const PARIS = { latitude: 48.85, longitude: 2.35 }

let weather: Server
let provider: FakeOpenAi
let app: TestApp
let user: Caller
let stranger: Caller

/** What the chat model does with each request, and what the artifact model writes. */
let chatModel: (request: FakeRequest) => Script
let written: Script

beforeAll(async () => {
  weather = createServer((_request, response) => response.end(JSON.stringify(FORECAST)))
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve))
  provider = await startFakeOpenAi({
    reply(request) {
      if (JSON.stringify(request.body).includes('Write a title')) return { text: 'Rain' }
      return request.body.model === 'artifacts' ? written : chatModel(request)
    },
  })
  app = await startApp({
    worker: true,
    env: {
      OPENAI_BASE_URL: provider.url,
      ARTIFACT_MODEL: 'artifacts',
      WEATHER_BASE_URL: `http://127.0.0.1:${(weather.address() as AddressInfo).port}`,
    },
  })
  user = await registered(app.url)
  stranger = await registered(app.url)
})

beforeEach(() => {
  written = { text: '' }
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
  weather?.close()
})

/** The model calls these tools in its first step, and answers in the second. */
function callThenAnswer(...toolCalls: { name: string; input: unknown }[]) {
  chatModel = (request) => (hasToolResult(request) ? { text: 'There you are.' } : { toolCalls })
}

type Part = { code: string; value: unknown }

/** The parts of a data stream in their order, by the letters of the protocol, as `ai@4` reads them. */
async function readParts(response: Response): Promise<Part[]> {
  if (!response.body) throw new Error('The response has no body.')
  const parts: Part[] = []
  const take = (code: string) => (value: unknown) => void parts.push({ code, value })
  await processDataStream({
    stream: response.body,
    onStartStepPart: take('f'),
    onReasoningPart: take('g'),
    onTextPart: take('0'),
    onToolCallStreamingStartPart: take('b'),
    onToolCallDeltaPart: take('c'),
    onToolCallPart: take('9'),
    onToolResultPart: take('a'),
    onDataPart: (values) => values.filter(isOfTool).forEach(take('2')),
    onErrorPart: take('3'),
    onFinishStepPart: take('e'),
    onFinishMessagePart: take('d'),
  })
  return parts
}

/** A title may arrive at any time. */
function isOfTool(value: unknown): boolean {
  return (value as { type: string }).type !== 'chat-title'
}

const codes = (parts: Part[]) => parts.map(({ code }) => code).join('')
const valuesOf = (parts: Part[], code: string) =>
  parts.filter((part) => part.code === code).map(({ value }) => value as Record<string, unknown>)

/** One turn, read with `ai@4`. */
async function turnOfAi4(model = 'chat-model-small') {
  const chatId = randomUUID()
  const response = await postChat(user.client, [userMessage('Go on.')], { chatId, model })
  expect(response.status).toBe(200)
  const parts = await readParts(response)
  return { parts, stored: (await getChat(user.client, chatId)).messages[1] }
}

/** One turn, read with today's SDK: the message, and the data parts on the way. */
async function turnOfToday() {
  const transport = new DefaultChatTransport<UIMessage>({
    api: `${app.url}/api/chat`,
    headers: { cookie: user.client.cookie(), accept: 'text/event-stream' },
    body: { selectedChatModel: 'chat-model-small' },
  })
  const chatId = randomUUID()
  const stream = await transport.sendMessages({
    chatId,
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
    messages: [{ id: 'stock-id', role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }],
  })
  const [forMessage, forData] = stream.tee()
  const reading = readAll(forData)
  let message: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream: forMessage })) message = state
  const data = (await reading).flatMap((chunk) =>
    chunk.type.startsWith('data-') && 'data' in chunk
      ? [{ type: chunk.type.slice('data-'.length), content: chunk.data }]
      : [],
  )
  const stored = (await getChat(user.client, chatId)).messages[1]
  return { message, data: data.filter(isOfTool), stored }
}

async function readAll<T>(stream: ReadableStream<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of stream) all.push(value)
  return all
}

async function save(caller: Caller, kind = 'text', content = 'It rains. It pours.') {
  const path = `/api/document?id=${randomUUID()}`
  const saved = await caller.call('POST', path, { title: 'Rain', kind, content })
  return (await saved.json()) as { id: string; createdAt: string }
}

const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)

type Tool = {
  name: string
  /** Of a call that is to succeed. */
  input: () => Promise<object> | object
  written?: Script
  output: object
  /** The data parts, in order; runs of deltas count once. */
  data: string[]
}

const createDocument = (kind: string, delta: string, text: string): Tool => ({
  name: 'createDocument',
  input: () => ({ title: 'Rain', kind }),
  written: { text, delayMs: 2 },
  output: { id: anId, title: 'Rain', kind, content: expect.any(String) },
  data: ['kind', 'id', 'title', 'clear', delta, 'finish'],
})

const TOOLS: [string, Tool][] = [
  ['getWeather', { name: 'getWeather', input: () => PARIS, output: FORECAST, data: [] }],
  ['createDocument of a text', createDocument('text', 'text-delta', '# Rain\n\nIt rains.')],
  ['createDocument of code', createDocument('code', 'code-delta', 'print("rain")')],
  ['createDocument of a sheet', createDocument('sheet', 'sheet-delta', 'day,rain\nMo,1')],
  ['createDocument of an image', createDocument('image', 'image-delta', '')],
  [
    'updateDocument',
    {
      name: 'updateDocument',
      input: async () => ({ id: (await save(user)).id, description: 'Make it snow.' }),
      written: { text: 'It snows.', delayMs: 2 },
      output: { id: anId, title: 'Rain', kind: 'text', content: expect.any(String) },
      data: ['clear', 'text-delta', 'finish'],
    },
  ],
  [
    'requestSuggestions',
    {
      name: 'requestSuggestions',
      input: async () => ({ documentId: (await save(user)).id }),
      written: {
        text: JSON.stringify({
          elements: ['It rains.', 'It pours.'].map((originalText) => ({
            originalText,
            suggestedText: 'It snows.',
            description: 'It is colder.',
          })),
        }),
      },
      output: { id: anId, title: 'Rain', kind: 'text', message: expect.any(String) },
      data: ['suggestion'],
    },
  ],
]

/** The types of data parts, with runs of the same made one. */
function runs(data: unknown[]): string[] {
  const types = data.map((part) => (part as { type: string }).type)
  return types.filter((type, index) => type !== types[index - 1])
}

describe.each(TOOLS)('the tool %s in a streamed reply', (_name, tool) => {
  test('ai@4 receives its parts in the order of the protocol, and they are stored', async () => {
    const input = await tool.input()
    callThenAnswer({ name: tool.name, input })
    written = tool.written ?? written
    const { parts, stored } = await turnOfAi4()

    expect(codes(parts)).toMatch(/^fbc+2*92*aef0+ed$/)
    const [call] = valuesOf(parts, '9')
    expect(call).toEqual({ toolCallId: expect.any(String), toolName: tool.name, args: input })
    expect(valuesOf(parts, 'b')).toEqual([{ toolCallId: call?.toolCallId, toolName: tool.name }])
    const argsText = valuesOf(parts, 'c').map(({ argsTextDelta }) => argsTextDelta)
    expect(JSON.parse(argsText.join(''))).toEqual(input)
    expect(valuesOf(parts, 'a')).toEqual([{ toolCallId: call?.toolCallId, result: tool.output }])
    expect(runs(valuesOf(parts, '2'))).toEqual(tool.data)

    expect(stored).toMatchObject({ status: 'complete' })
    expect(stored?.parts).toEqual([
      { type: 'step-start' },
      {
        type: `tool-${tool.name}`,
        toolCallId: call?.toolCallId,
        state: 'output-available',
        input,
        output: valuesOf(parts, 'a')[0]?.result,
      },
      { type: 'step-start' },
      { type: 'text', text: 'There you are.' },
    ])
  })

  test("today's SDK reads the same message as the stored one", async () => {
    const input = await tool.input()
    callThenAnswer({ name: tool.name, input })
    written = tool.written ?? written
    const { message, data, stored } = await turnOfToday()

    expect(message?.id).toBe(stored?.id)
    expect(message?.parts).toMatchObject(stored?.parts ?? [])
    expect(message?.parts[1]).toMatchObject({
      type: `tool-${tool.name}`,
      state: 'output-available',
      output: tool.output,
    })
    expect(runs(data)).toEqual(tool.data)
  })
})

describe('several tools in one reply', () => {
  test('tools of one step run together, each with its own result', async () => {
    callThenAnswer(
      { name: 'getWeather', input: PARIS },
      { name: 'createDocument', input: { title: 'Rain', kind: 'text' } },
    )
    written = { text: 'It rains.', delayMs: 2 }
    const { parts, stored } = await turnOfAi4()
    const calls = valuesOf(parts, '9')
    expect(calls.map(({ toolName }) => toolName)).toEqual(['getWeather', 'createDocument'])
    const results = new Map(valuesOf(parts, 'a').map((part) => [part.toolCallId, part.result]))
    expect(results.get(calls[0]?.toolCallId)).toEqual(FORECAST)
    expect(results.get(calls[1]?.toolCallId)).toMatchObject({ kind: 'text', id: anId })
    expect(codes(parts)).toMatch(/ef0+ed$/)
    expect(stored?.parts.filter(({ state }) => state === 'output-available')).toHaveLength(2)
  })

  test('a chain of tools ends after five steps', async () => {
    chatModel = () => ({ toolCalls: [{ name: 'getWeather', input: PARIS }] })
    const before = provider.requests.length
    const { parts, stored } = await turnOfAi4()
    expect(codes(parts).replaceAll(/c+/g, 'c')).toBe(`${'fbc9ae'.repeat(5)}d`)
    expect(provider.requests.slice(before).filter(({ body }) => body.tools)).toHaveLength(5)
    expect(stored?.status).toBe('complete')
    expect(stored?.parts.filter(({ type }) => type === 'tool-getWeather')).toHaveLength(5)
  })
})

describe('the reasoning model', () => {
  test('it is offered no tools, and a tool that it calls nevertheless is not run', async () => {
    chatModel = (request) =>
      hasToolResult(request)
        ? { text: 'Well then.' }
        : { reasoning: 'Hm. ', toolCalls: [{ name: 'getWeather', input: PARIS }] }
    const before = provider.requests.length
    const { parts, stored } = await turnOfAi4('chat-model-reasoning')
    const asked = provider.requests.slice(before).filter(({ body }) => body.stream)
    expect(asked.map(({ body }) => body.tools)).toEqual(asked.map(() => undefined))
    expect(valuesOf(parts, 'g')).toEqual(['Hm. '])
    expect(valuesOf(parts, '3')).toEqual([])
    expect(JSON.stringify(parts)).not.toContain('7.4')
    expect(stored?.status).toBe('complete')
  })
})

describe('a tool call that cannot succeed', () => {
  const cases: [string, () => Promise<{ name: string; input: unknown }>][] = [
    ['an unknown tool', async () => ({ name: 'launchRockets', input: { count: 3 } })],
    ['arguments out of range', async () => ({ name: 'getWeather', input: { latitude: 999 } })],
    ['arguments of a wrong type', async () => ({ name: 'createDocument', input: ['text'] })],
    ['no arguments', async () => ({ name: 'updateDocument', input: null })],
    [
      "an update of another user's document",
      async () => ({
        name: 'updateDocument',
        input: { id: (await save(stranger, 'text', 'The secret rain.')).id, description: 'Snow.' },
      }),
    ],
    [
      "suggestions for another user's document",
      async () => ({
        name: 'requestSuggestions',
        input: { documentId: (await save(stranger, 'text', 'The secret rain.')).id },
      }),
    ],
  ]

  test.each(cases)('%s has an error as its result, and the reply goes on', async (_what, make) => {
    const call = await make()
    callThenAnswer(call)
    const before = provider.requests.length
    const { parts, stored } = await turnOfAi4()
    expect(codes(parts)).toMatch(/^fbc+9aef0+ed$/)
    expect(valuesOf(parts, 'a')).toMatchObject([{ result: { error: expect.any(String) } }])
    expect(stored?.status).toBe('complete')

    const { message } = await turnOfToday()
    expect(message?.parts.at(-1)).toMatchObject({ type: 'text', text: 'There you are.' })
    const sent = JSON.stringify(provider.requests.slice(before))
    expect(sent).not.toContain('secret')
    expect(JSON.stringify(parts)).not.toMatch(/secret|node_modules|at \w+ \(/)
  })
})
