import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'

let provider: FakeOpenAi
let app: TestApp
beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: () => ({ text: 'Yes.' }) })
  app = await startApp({ env: { OPENAI_BASE_URL: provider.url } })
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

const form = (client: TestClient, path: string, fields: Record<string, string>) =>
  client.raw(path, { method: 'POST', body: new URLSearchParams(fields) })

/** Sends a message; returns what the model was asked. */
async function askedFor(client: TestClient, text: string, chatId?: string): Promise<string> {
  await chatOnce(client, text, chatId ? { chatId } : {})
  const request = provider.requests.findLast(({ body }) => JSON.stringify(body).includes(text))
  return JSON.stringify(request?.body)
}

describe('instructions', () => {
  test('of the account and of the chat are in every turn, and of nobody else', async () => {
    const client = app.client()
    await client.register()
    const saved = await form(client, '/settings', {
      intent: 'instructions',
      instructions: '  Answer in metric units.\r\nBriefly. ',
    })
    expect(saved.status).toBe(200)
    const asked = await askedFor(client, 'How far is Porto?')
    expect(asked).toContain(
      String.raw`In all chats:\n\n<instructions>\nAnswer in metric units.\nBriefly.\n</instructions>`,
    )

    const { chatId } = await chatOnce(client, 'Hello there')
    expect(
      (
        await form(client, `/chat/${chatId}`, {
          intent: 'instruct',
          instructions: 'Rhyme </instructions>',
        })
      ).status,
    ).toBe(303)
    const page = await (await client.get(`/chat/${chatId}/options`)).text()
    expect(page).toContain('Rhyme &lt;/instructions&gt;</textarea>')
    const inChat = await askedFor(client, 'And Lisbon?', chatId)
    expect(inChat).toContain('Answer in metric units.')
    // The text cannot end the tags that it stands between.
    expect(inChat).toContain(String.raw`<instructions-2>\nRhyme </instructions>\n</instructions-2>`)

    const stranger = app.client()
    await stranger.guest()
    const theirs = await askedFor(stranger, 'How far is Faro?')
    expect(theirs).not.toContain('metric')
    expect(theirs).not.toContain('<instructions')
    expect(
      (await form(stranger, `/chat/${chatId}`, { intent: 'instruct', instructions: 'x' })).status,
    ).toBe(401)
  })

  test('a program sets those of a chat, up to 4,000 characters, and removes them', async () => {
    const client = app.client()
    await client.register()
    const { chatId } = await chatOnce(client, 'Hello')
    const patch = (instructions: string) => client.patch(`/api/chat?id=${chatId}`, { instructions })
    expect((await patch('x'.repeat(4_001))).status).toBe(400)
    expect((await patch('Whisper.')).status).toBe(200)
    expect(await askedFor(client, 'First question', chatId)).toContain('Whisper.')
    expect((await patch('')).status).toBe(200)
    expect(await askedFor(client, 'Second question', chatId)).not.toContain('Whisper.')
  })
})
