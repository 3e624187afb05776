import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { type DataStreamReply, readDataStream } from '#tests/support/read-data-stream.ts'

let provider: FakeOpenAi
let app: TestApp
let owner: Caller
let stranger: Caller

/** What the chat model calls, and what the artifact model answers. */
let toolCall: { name: string; input: unknown }
let written: Script
/** What happens before the artifact model answers. */
let meanwhile: () => Promise<unknown>

beforeAll(async () => {
  provider = await startFakeOpenAi({
    async reply(request) {
      if (JSON.stringify(request.body).includes('Write a title')) return { text: 'Rain' }
      if (!request.body.tools) {
        await meanwhile()
        return written
      }
      return hasToolResult(request) ? { text: 'There you are.' } : { toolCalls: [toolCall] }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: provider.url }, worker: true })
  owner = await registered(app.url)
  stranger = await registered(app.url)
})
beforeEach(() => {
  written = { text: '' }
  meanwhile = async () => {}
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

type Version = { id: string; createdAt: string; [key: string]: unknown }

async function versions(id: unknown, caller = owner): Promise<Version[]> {
  const response = await caller.call('GET', `/api/document?id=${id}`)
  return response.status === 200 ? ((await response.json()) as Version[]) : []
}

async function documentOf(caller: Caller, body: object): Promise<Version> {
  const saved = await caller.call('POST', `/api/document?id=${randomUUID()}`, {
    title: 'Rain',
    kind: 'text',
    ...body,
  })
  return (await saved.json()) as Version
}

type DataPart = DataStreamReply['data'][number]
type Sending = { chatId?: string; signal?: AbortSignal; onData?: (part: DataPart) => void }
type Reply = Omit<DataStreamReply, 'toolResults'> & {
  toolResults: { result: Record<string, unknown> }[]
}

async function sendMessage(caller: Caller, text: string, { onData, ...options }: Sending = {}) {
  const response = await postChat(caller.client, [userMessage(text)], options)
  return (await readDataStream(response, { onData })) as Reply
}

/** What the artifact model has been told since the test began. */
const promptsSince = (count: number) =>
  JSON.stringify(provider.requests.slice(count).filter(({ body }) => !body.tools))

describe('the tool createDocument', () => {
  const TEXT = '# Rain\n\nIt rains.'

  test.each([
    ['text', 'text-delta', TEXT],
    ['code', 'code-delta', 'print("rain")\n'],
    ['sheet', 'sheet-delta', 'day,rain\nMo,1\n'],
  ])('a %s is shown while it is written, and stored', async (kind, delta, text) => {
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind } }
    written = { text, delayMs: 5 }
    const reply = await sendMessage(owner, 'Write about rain.')
    const [result] = reply.toolResults
    expect(result?.result).toEqual({
      id: result?.result.id,
      title: 'Rain',
      kind,
      content: 'A document was created and is now visible to the user.',
    })
    expect(reply.text).toBe('There you are.')
    const parts = reply.data.filter(({ type }) => type !== 'chat-title')
    const deltas = parts.slice(4, -1)
    expect(parts.slice(0, 4)).toEqual([
      { type: 'kind', content: kind },
      { type: 'id', content: result?.result.id },
      { type: 'title', content: 'Rain' },
      { type: 'clear', content: '' },
    ])
    expect(new Set(deltas.map(({ type }) => type))).toEqual(new Set([delta]))
    const shown =
      kind === 'text' ? deltas.map(({ content }) => content).join('') : deltas.at(-1)?.content
    expect(shown).toBe(text)
    expect(parts.at(-1)).toEqual({ type: 'finish', content: '' })
    expect(await versions(result?.result.id)).toMatchObject([
      { title: 'Rain', kind, content: text, userId: owner.userId },
    ])
  })

  test('an image is generated, shown and stored', async () => {
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'image' } }
    const reply = await sendMessage(owner, 'Paint rain.')
    const delta = reply.data.find(({ type }) => type === 'image-delta')
    const [version] = await versions(reply.toolResults[0]?.result.id)
    expect(version?.content).toBe(delta?.content)
    expect(Buffer.from(String(version?.content), 'base64').subarray(1, 4).toString()).toBe('PNG')
  })

  test('the document is stored although its reader has left', async () => {
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'text' } }
    written = { text: { count: 60, delta: (n) => `${n} ` }, delayMs: 10 }
    const left = new AbortController()
    let id: unknown
    const reading = sendMessage(owner, 'Write about rain.', {
      signal: left.signal,
      onData(part) {
        if (part.type === 'id') id = part.content
        if (part.type === 'text-delta') left.abort()
      },
    })
    await expect(reading).rejects.toThrow()
    await expect.poll(async () => String((await versions(id))[0]?.content)).toMatch(/^0 1 .* 59 $/)
  })

  test('what was written is kept when the reply is stopped', async () => {
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'text' } }
    written = { text: { count: 2_000, delta: (n) => `${n} ` }, delayMs: 5 }
    const chatId = randomUUID()
    let stopping: Promise<Response> | undefined
    const reply = await sendMessage(owner, 'Write about rain.', {
      chatId,
      onData(part) {
        if (part.type !== 'text-delta') return
        stopping ??= owner.call('DELETE', `/api/chat/${chatId}/stream`)
      },
    })
    expect((await stopping)?.ok).toBe(true)
    const id = reply.data.find(({ type }) => type === 'id')?.content
    await expect.poll(async () => (await versions(id)).length).toBe(1)
    const content = String((await versions(id))[0]?.content)
    // The stop may come before the second word.
    expect(content).toMatch(/^0 /)
    expect(content.length).toBeLessThan(5_000)
  })

  test('nothing is stored when the provider fails, and the tool says so', async () => {
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'text' } }
    written = { status: 401 }
    const reply = await sendMessage(owner, 'Write about rain.')
    expect(reply.toolResults[0]?.result).toEqual({
      error: 'The document could not be written. Try again.',
    })
    expect(reply.text).toBe('There you are.')
    // The title may come at any time.
    const ofTool = reply.data.filter(({ type }) => type !== 'chat-title')
    expect(ofTool.at(-1)).toEqual({ type: 'finish', content: '' })
    const id = reply.data.find(({ type }) => type === 'id')?.content
    expect((await owner.call('GET', `/api/document?id=${id}`)).status).toBe(404)
  })
})

describe('the tool updateDocument', () => {
  const update = (id: string) => ({
    name: 'updateDocument',
    input: { id, description: 'Make it snow.' },
  })

  test('the model sees the present content, and a new version is stored', async () => {
    const { id } = await documentOf(owner, { content: 'It rains.' })
    toolCall = update(id)
    written = { text: 'It snows.' }
    const before = provider.requests.length
    const reply = await sendMessage(owner, 'Make it snow.')
    expect(reply.toolResults[0]?.result).toMatchObject({ id, title: 'Rain', kind: 'text' })
    expect(promptsSince(before)).toMatch(/It rains\..*Make it snow\./)
    expect(await versions(id)).toMatchObject([{ content: 'It rains.' }, { content: 'It snows.' }])
    const types = reply.data.map(({ type }) => type).filter((type) => type !== 'chat-title')
    expect([types[0], ...new Set(types.slice(1, -1)), types.at(-1)]).toEqual([
      'clear',
      'text-delta',
      'finish',
    ])
  })

  test('what the user saves while the model writes is kept, and the model is told', async () => {
    const content = 'It rains.\n\nIt pours.\n\nIt snows.\n'
    const { id, createdAt: baseCreatedAt } = await documentOf(owner, { content })
    const mine = content.replace('rains', 'drizzles').replace('snows', 'hails')
    meanwhile = () =>
      owner.call('POST', `/api/document?id=${id}`, {
        ...{ title: 'Rain', kind: 'text', content: mine, baseCreatedAt },
      })
    toolCall = update(id)
    written = { text: content.replace('pours', 'showers').replace('snows', 'freezes') }
    const reply = await sendMessage(owner, 'Make it snow.')
    expect(reply.toolResults[0]?.result.content).toMatch(/both.*text of the user stays.*\(1 in all/)
    const merged = 'It drizzles.\n\nIt showers.\n\nIt hails.\n'
    const stored = await versions(id)
    expect(stored).toMatchObject([{ content }, { content: mine }, { content: merged }])
    const suggestions = await owner.call('GET', `/api/suggestions?documentId=${id}`)
    expect(await suggestions.json()).toMatchObject([
      {
        documentCreatedAt: stored[2]?.createdAt,
        originalText: 'It hails.',
        suggestedText: 'It freezes.',
      },
    ])
  })

  test("an unknown document and another user's are not found, and no model sees them", async () => {
    const secret = await documentOf(stranger, { content: 'The secret of the rain.' })
    const before = provider.requests.length
    for (const id of [secret.id, randomUUID(), 'the one about rain', '']) {
      toolCall = update(id)
      const reply = await sendMessage(owner, 'Make it snow.')
      expect(reply.toolResults[0]?.result).toEqual({ error: 'Document not found' })
    }
    expect(JSON.stringify(provider.requests.slice(before))).not.toContain('secret')
    expect(await versions(secret.id, stranger)).toHaveLength(1)
  })
})

describe('the tool requestSuggestions', () => {
  const request = (documentId: string) => ({ name: 'requestSuggestions', input: { documentId } })
  const edit = (originalText: string, suggestedText = `Better: ${originalText}`) => ({
    originalText,
    suggestedText,
    description: 'It is better.',
  })
  const slowly = (elements: unknown[]): Script => ({
    text: JSON.stringify({ elements }).match(/.{1,40}/gs) ?? [],
    delayMs: 20,
  })

  test('each suggestion is shown as it is stored, if its text occurs in the version', async () => {
    const document = await documentOf(owner, { content: 'It rains. It pours. The old man snores.' })
    toolCall = request(document.id)
    written = slowly([edit('It rains.'), edit('It snows.'), edit('It pours.'), edit('It rains.')])
    let stillWriting: boolean | undefined
    const reply = await sendMessage(owner, 'Any suggestions?', {
      onData({ type }) {
        if (type === 'suggestion') stillWriting ??= provider.openStreams > 0
      },
    })
    expect(stillWriting).toBe(true)
    expect(reply.toolResults[0]?.result).toEqual({
      id: document.id,
      title: 'Rain',
      kind: 'text',
      message: 'Suggestions have been added to the document',
    })
    const shown = reply.data.filter(({ type }) => type === 'suggestion').map((p) => p.content)
    expect(shown).toMatchObject([
      {
        documentId: document.id,
        documentCreatedAt: document.createdAt,
        originalText: 'It rains.',
        suggestedText: 'Better: It rains.',
        description: 'It is better.',
        isResolved: false,
        userId: owner.userId,
      },
      { originalText: 'It pours.' },
    ])
    const stored = await owner.call('GET', `/api/suggestions?documentId=${document.id}`)
    expect(await stored.json()).toEqual(shown)
  })

  test('five suggestions at most are kept', async () => {
    const content = 'One. Two. Three. Four. Five. Six. Seven.'
    const document = await documentOf(owner, { content })
    toolCall = request(document.id)
    written = { text: JSON.stringify({ elements: content.split(' ').map((word) => edit(word)) }) }
    const reply = await sendMessage(owner, 'Any suggestions?')
    expect(reply.data.filter(({ type }) => type === 'suggestion')).toHaveLength(5)
  })

  test('the result says when there is nothing to suggest', async () => {
    const document = await documentOf(owner, { content: 'It rains.' })
    toolCall = request(document.id)
    written = { text: '{"elements":[]}' }
    const reply = await sendMessage(owner, 'Any suggestions?')
    expect(reply.toolResults[0]?.result.message).toMatch(/nothing to suggest/)
  })

  test("an unknown document and another user's are not found, and no model sees them", async () => {
    const secret = await documentOf(stranger, { content: 'The secret of the rain.' })
    const before = provider.requests.length
    for (const id of [secret.id, randomUUID(), 'x']) {
      toolCall = request(id)
      const reply = await sendMessage(owner, 'Any suggestions?')
      expect(reply.toolResults[0]?.result).toEqual({ error: 'Document not found' })
    }
    // No request is left for the worker to take up later.
    expect(
      await app.database.sql('select 1 from suggestion_request where document_id = $1', [
        secret.id,
      ]),
    ).toEqual([])
    expect(JSON.stringify(provider.requests.slice(before))).not.toContain('secret')
  })

  test('an image is not sent to the model for suggestions', async () => {
    const document = await documentOf(owner, { kind: 'image', content: 'aGVsbG8=' })
    toolCall = request(document.id)
    const reply = await sendMessage(owner, 'Any suggestions?')
    expect(reply.toolResults[0]?.result).toEqual({ error: 'This document has no text to edit' })
  })
})
