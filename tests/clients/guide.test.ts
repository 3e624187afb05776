import { useChat as useChatOfToday } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useChat as useChatOfAi4 } from 'ai-sdk-react-1'
import { useState } from 'react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiGuide } from '#http/pages/api-docs/guide.ts'
import { getChat } from '#tests/support/chat.ts'
import { renderHook } from './render-hook.ts'
import { type ClientApp, startClientApp } from './start-client-app.ts'

/* The examples of the guide for React, run as they stand there. */

let client: ClientApp
let token: string
let examples: string[]
beforeAll(async () => {
  client = await startClientApp()
  const created = await client.user.post('/api/tokens', { name: 'guide' })
  token = ((await created.json()) as { token: string }).token
  const { markdown = '' } = apiGuide(client.app.url).find(({ id }) => id === 'ai-sdk') ?? {}
  examples = [...markdown.matchAll(/^```tsx\n(.*?)^```/gms)].map(([, code = '']) => code)
})
afterAll(() => client?.stop())

/** Makes the body of an example a hook that returns what the example names. */
function hookOf<T>(example: string | undefined, useChat: unknown, names: string): () => T {
  const body = (example ?? '').replace(/^import .*$/gm, '')
  const given = { useState, useChat, DefaultChatTransport, token }
  const code = new Function(...Object.keys(given), `${body}\nreturn { ${names} }`)
  return () => code(...Object.values(given)) as T
}

describe('the guide', () => {
  test("its example for today's SDK sends, and stops a reply", async () => {
    type Example = ReturnType<typeof useChatOfToday> & {
      chatId: string
      stopReply(): Promise<Response>
    }
    const names = 'chatId, messages, sendMessage, stop, stopReply'
    const page = await renderHook(hookOf<Example>(examples[0], useChatOfToday, names))
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
    type Example = ReturnType<typeof useChatOfAi4> & { chatId: string }
    const names = 'chatId, messages, append, data, reload, experimental_resume'
    const page = await renderHook(hookOf<Example>(examples[1], useChatOfAi4, names))
    await page.current.append({ role: 'user', content: 'hello' })
    await expect.poll(() => page.current.messages[1]?.content).toBe('You said: hello')
    await page.current.reload()
    const { messages } = await getChat(client.user, page.current.chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
