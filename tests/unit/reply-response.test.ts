import { setTimeout as sleep } from 'node:timers/promises'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { createGrowingReply } from '#hooks/chat/grow-reply.ts'
import { readEventStream } from '#hooks/chat/read-event-stream.ts'
import type { StreamTimes } from '#http/reply-response.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { REPLY_ID as ID, startReading, startReply } from '#tests/support/written-reply.ts'

const TITLE: ReplyChunk = { type: 'data-chat-title', data: 'Rain', transient: true }
const STEP: ReplyChunk = { type: 'start-step' }
const LATER: StreamTimes = { openMs: 60_000, silenceMs: 60_000 }
const SOON: StreamTimes = { openMs: 20, silenceMs: 20 }
const FORMATS = ['data-stream-v1', 'ui-message-stream'] as const

function text(delta: string): ReplyChunk[] {
  return [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta },
  ]
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), sleep(30).then(() => false)])
}

/** Reads a UI message stream with today's SDK. */
async function readWithSdk(response: Response) {
  const data: unknown[] = []
  const errors: unknown[] = []
  const transport = new DefaultChatTransport({ api: 'http://x', fetch: async () => response })
  const stream = await transport.sendMessages({
    chatId: 'c',
    trigger: 'submit-message',
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  })
  const [forData, forMessage] = stream.tee()
  let message: UIMessage | undefined
  const messages = readUIMessageStream({ stream: forMessage, onError: (e) => errors.push(e) })
  for await (const update of messages) message = update
  for await (const chunk of forData) if (chunk.type.startsWith('data-')) data.push(chunk)
  return { message, data, errors }
}

describe.each(FORMATS)('an answer as %s', (format) => {
  test('the start and data parts wait for the first part by the model, and none is lost', async () => {
    const { answer, write, end } = startReply(format, LATER)
    write(STEP, TITLE)
    expect(await isSettled(answer)).toBe(false)
    write({ type: 'reasoning-start', id: 'r' })
    expect(await isSettled(answer)).toBe(false)
    write({ type: 'reasoning-delta', id: 'r', delta: 'Hm.' })
    const response = await answer
    expect(response.status).toBe(200)
    const { read, done } = startReading(response)
    await expect.poll(() => read.text).toContain('Hm.')
    expect(read.text).toContain(ID)
    expect(read.text.indexOf('Rain')).toBeGreaterThan(read.text.indexOf(ID))
    expect(read.text.indexOf('Rain')).toBeLessThan(read.text.indexOf('Hm.'))
    end({ status: 'complete', errorKind: null })
    await done
  })

  test.each<[string, ReplyChunk[]]>([
    ['text', text('Hi')],
    ['a tool call', [{ type: 'tool-input-start', toolCallId: 'c', toolName: 'getWeather' }]],
  ])('%s opens it', async (_what, chunks) => {
    const { answer, write, end } = startReply(format, LATER)
    write(STEP, ...chunks)
    expect((await answer).status).toBe(200)
    end({ status: 'failed', errorKind: 'cut' })
  })

  test('a failure before the first part is a 500 with its kind, also after a title', async () => {
    const { answer, write, end } = startReply(format, LATER)
    write(STEP, TITLE, { type: 'text-start', id: '0' })
    end({ status: 'failed', errorKind: 'quota' })
    const response = await answer
    expect(response.status).toBe(500)
    expect(response.headers.get('X-Error-Kind')).toBe('quota')
    expect(await response.text()).toBe(
      format === 'data-stream-v1'
        ? '3:"Oops, an error occured!"\n'
        : 'data: {"type":"error","errorText":"Oops, an error occured!"}\n\n',
    )
  })

  test('a reply that is stopped before its first part has not failed', async () => {
    const { answer, write, end } = startReply(format, LATER)
    write(STEP)
    end({ status: 'stopped', errorKind: null })
    const response = await answer
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(ID)
  })

  test('it is opened when the first part takes long, without the start', async () => {
    const { answer, write, end } = startReply(format, { openMs: 20, silenceMs: 60_000 })
    write(STEP, TITLE)
    const response = await answer
    expect(response.status).toBe(200)
    const { read, done } = startReading(response)
    await expect.poll(() => read.text).not.toBe('')
    expect(read.text.replace(': keep-alive', '').trim()).toBe('')
    write(...text('Late.'))
    end({ status: 'complete', errorKind: null })
    await done
    expect(read.text).toContain(ID)
    expect(read.text).toContain('Rain')
    expect(read.text).toContain('Late.')
  })

  test('an open stream is not silent for long, at its start and in its middle', async () => {
    const { answer, write, end } = startReply(format, SOON)
    const { read, done } = startReading(await answer)
    const alive = () => read.text.match(/^(: keep-alive)?\n/gm)?.length ?? 0
    await expect.poll(alive).toBeGreaterThan(3)
    write(STEP, ...text('Slow'))
    await expect.poll(() => read.text).toContain('Slow')
    const before = alive()
    await expect.poll(alive).toBeGreaterThan(before + 3)
    end({ status: 'complete', errorKind: null })
    await done
  })

  test('nothing is added to a stream that is busy', async () => {
    const { answer, write, end } = startReply(format, { openMs: 60_000, silenceMs: 2_000 })
    write(STEP, ...text('a'))
    const { read, done } = startReading(await answer)
    for (let count = 0; count < 20; count += 1) {
      write({ type: 'text-delta', id: '0', delta: 'b' })
      await sleep(2)
    }
    end({ status: 'complete', errorKind: null })
    await done
    expect(read.text).not.toMatch(/: keep-alive|^\n[^d]|\n\n\n/)
  })
})

test('the ai@4 client does not notice what keeps a stream open', async () => {
  const { answer, write, end } = startReply('data-stream-v1', SOON)
  const response = await answer
  const reading = readDataStream(response)
  await sleep(60)
  write(STEP, TITLE, ...text('One '))
  await sleep(60)
  write({ type: 'text-delta', id: '0', delta: 'two.' })
  await sleep(60)
  end({ status: 'failed', errorKind: 'cut' })
  expect(await reading).toMatchObject({
    text: 'One two.',
    messageIds: [ID],
    data: [
      { type: 'chat-title', content: 'Rain' },
      { type: 'error-kind', content: 'cut' },
    ],
    errors: ['Oops, an error occured!'],
    finish: { finishReason: 'error' },
  })
})

test("today's SDK does not notice what keeps a stream open", async () => {
  const { answer, write, end } = startReply('ui-message-stream', SOON)
  const reading = readWithSdk(await answer)
  await sleep(60)
  write(STEP, TITLE, ...text('One '))
  await sleep(60)
  write({ type: 'text-delta', id: '0', delta: 'two.' })
  await sleep(60)
  end({ status: 'failed', errorKind: 'cut' })
  const { message, data, errors } = await reading
  expect(message).toMatchObject({ id: ID, parts: [{ type: 'step-start' }, { text: 'One two.' }] })
  expect(data).toEqual([
    { type: 'data-chat-title', data: 'Rain', transient: true },
    { type: 'data-error-kind', data: 'cut', transient: true },
  ])
  expect(errors).toMatchObject([{ message: 'Oops, an error occured!' }])
})

test('our own page does not notice what keeps a stream open, and learns what went wrong', async () => {
  const { answer, write, end } = startReply('ui-message-stream', SOON)
  const response = await answer
  const reply = createGrowingReply()
  const reading = (async () => {
    if (response.body) for await (const chunk of readEventStream(response.body)) reply.apply(chunk)
  })()
  await sleep(60)
  write(STEP, ...text('One '))
  await sleep(60)
  end({ status: 'failed', errorKind: 'rate-limited' })
  await reading
  expect(reply).toMatchObject({
    messageId: ID,
    end: 'failed',
    errorKind: 'rate-limited',
    parts: [{ type: 'step-start' }, { type: 'text', text: 'One ' }],
  })
})
