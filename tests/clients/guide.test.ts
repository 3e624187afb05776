import { useChat as useChatOfToday } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useChat as useChatOfAi4 } from 'ai-sdk-react-1'
import { useState } from 'react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { apiGuide } from '#http/pages/api-docs/guide.ts'
import { getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { makePng } from '#tests/support/test-images.ts'
import { renderHook } from './render-hook.ts'
import { type ClientApp, startClientApp } from './start-client-app.ts'

/* The examples of the guide for React, run as they stand there. */

let client: ClientApp
let token: string
/** The sections on the AI SDK and on uploads. */
let guide: string
let uploadGuide: string
let examples: string[]
beforeAll(async () => {
  client = await startClientApp()
  const created = await client.user.post('/api/tokens', { name: 'guide' })
  token = ((await created.json()) as { token: string }).token
  const section = (wanted: string) =>
    apiGuide(client.app.url).find(({ id }) => id === wanted)?.markdown ?? ''
  guide = section('ai-sdk')
  uploadGuide = section('upload')
  examples = [...guide.matchAll(/^```tsx\n(.*?)^```/gms)].map(([, code = '']) => code)
})
afterAll(() => client?.stop())

/** Makes the body of an example a hook that returns what the example names. */
function hookOf<T>(example: string | undefined, useChat: unknown, names: string): () => T {
  const body = (example ?? '').replace(/^import .*$/gm, '')
  // What assistant-ui would show is what its runtime is given here.
  const useAISDKRuntime = <Chat>(chat: Chat) => chat
  const given = { useState, useChat, DefaultChatTransport, token, useAISDKRuntime }
  const code = new Function(...Object.keys(given), `${body}\nreturn { ${names} }`)
  return () => code(...Object.values(given)) as T
}

type ChatOfToday = ReturnType<typeof useChatOfToday>
type ChatOfAi4 = ReturnType<typeof useChatOfAi4> & { chatId: string }

function openExampleOfToday() {
  type Example = ChatOfToday & { chatId: string; stopReply(): Promise<Response> }
  const names = 'chatId, messages, sendMessage, stop, stopReply'
  return renderHook(hookOf<Example>(examples[0], useChatOfToday, names))
}

function openExampleOfAi4() {
  const names = 'chatId, messages, append, data, reload, experimental_resume'
  return renderHook(hookOf<ChatOfAi4>(examples[1], useChatOfAi4, names))
}

describe('the guide', () => {
  test("its example for today's SDK sends, and stops a reply", async () => {
    const page = await openExampleOfToday()
    await page.current.sendMessage({ text: 'hello' })
    const shown = () => JSON.stringify(page.current.messages.at(-1)?.parts)
    await expect.poll(shown).toContain('You said: hello')
    const sent = page.current.sendMessage({ text: 'slow' })
    await expect.poll(shown).toContain('word')
    expect((await page.current.stopReply()).status).toBe(204)
    await sent
    const { messages } = await getChat(client.user, page.current.chatId)
    expect(messages.map(({ status }) => status).at(-1)).toBe('stopped')
  })

  test('its example for ai@4 sends and reloads', async () => {
    const page = await openExampleOfAi4()
    await page.current.append({ role: 'user', content: 'hello' })
    await expect.poll(() => page.current.messages[1]?.content).toBe('You said: hello')
    await page.current.reload()
    const { messages } = await getChat(client.user, page.current.chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('its example for ai@4 sends the ids of messages', async () => {
    const page = await openExampleOfAi4()
    const sent = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => sent.mockRestore())
    await page.current.append({ role: 'user', content: 'hello' })
    const [, init] = sent.mock.calls.find(([url]) => url === client.api) ?? []
    const body = JSON.parse(String(init?.body)) as { messages: { id?: string }[] }
    expect(body.messages.map(({ id }) => id)).toEqual([page.current.messages[0]?.id])
    expect(body.messages[0]?.id).toBeTruthy()
  })

  test('its example for assistant-ui makes a chat that sends', async () => {
    const code = `${examples[0]}\n${examples[2]}`
    type Example = { chatId: string; runtime: ChatOfToday }
    const page = await renderHook(hookOf<Example>(code, useChatOfToday, 'chatId, runtime'))
    await page.current.runtime.sendMessage({ text: 'hello' })
    const { messages } = await getChat(client.user, page.current.chatId)
    expect(messages.map(textOf)).toEqual(['hello', 'You said: hello'])
  })

  test('what it says of a failed tool holds in both streams', async () => {
    for (const word of ['`a:`', '`{"error": "…"}`', '`output-error`', '`errorText`']) {
      expect(guide).toContain(word)
    }
    const [today, ai4] = [await openExampleOfToday(), await openExampleOfAi4()]
    await today.current.sendMessage({ text: 'weather' })
    await ai4.current.append({ role: 'user', content: 'weather' })
    const failed = { state: 'output-error', errorText: expect.any(String) }
    const goesOn = expect.objectContaining({ type: 'text', text: 'You said: weather' })
    const parts = () => today.current.messages.at(-1)?.parts
    await expect.poll(parts).toEqual(expect.arrayContaining([goesOn]))
    expect(parts()).toContainEqual(expect.objectContaining(failed))
    const reply = () => ai4.current.messages.at(-1)
    await expect.poll(() => reply()?.content).toBe('You said: weather')
    expect(reply()?.toolInvocations).toMatchObject([{ result: { error: expect.any(String) } }])
    const raw = await postChat(client.user, [userMessage('weather')])
    expect(await raw.text()).toMatch(/^a:\{"toolCallId":"[^"]+","result":\{"error":"/m)
  })

  test('what it says of origins, and of the URLs of uploads, holds', async () => {
    expect(guide).toContain('set `BASE_URL` of this service to the address that people open')
    expect(guide).toContain('the refusal names the origin that was seen')
    expect(uploadGuide).toContain('The URL is absolute: it begins with `BASE_URL`')
    const origin = 'https://chat.example.com'
    const web = await client.app.startWeb({ BASE_URL: origin })
    const guest = (of: string) =>
      fetch(`${web.url}/guest`, { method: 'POST', redirect: 'manual', headers: { Origin: of } })
    expect((await guest(origin)).status).toBe(303)
    const refused = await guest('https://elsewhere.example')
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('https://elsewhere.example')

    expect(await client.uploadImage()).toMatch(new RegExp(`^${client.app.url}/uploads/`))
    const body = new FormData()
    body.set('file', new File([new Uint8Array(await makePng())], 'a.png', { type: 'image/png' }))
    const headers = { Authorization: `Bearer ${token}` }
    const upload = await fetch(`${web.url}/api/files/upload`, { method: 'POST', headers, body })
    expect(((await upload.json()) as { url: string }).url).toMatch(`${origin}/uploads/`)
  })
})
