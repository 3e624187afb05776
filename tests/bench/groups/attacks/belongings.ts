import { randomUUID } from 'node:crypto'
import { postChat } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { replyPrompt } from '../../reply-script.ts'

/** What guests make with a service, to attack it with. */

export async function newGuest(origin: string): Promise<TestClient> {
  const guest = createClient(origin)
  await guest.guest()
  return guest
}

export function newGuests(origin: string, count: number): Promise<TestClient[]> {
  return Promise.all(Array.from({ length: count }, () => newGuest(origin)))
}

/** Makes a chat with these texts as replies, which anybody may read. @returns its id */
export async function makePublicChat(guest: TestClient, texts: string[]): Promise<string> {
  const chatId = randomUUID()
  const answer = await postChat(guest, conversation(texts), { chatId })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  await expectOk(await guest.patch(`/api/chat?id=${chatId}`, { visibility: 'public' }))
  return chatId
}

/** Saves a version of a document for each text. @returns the document's id */
export async function makeDocument(guest: TestClient, texts: string[]): Promise<string> {
  const id = randomUUID()
  for (const content of texts) {
    await expectOk(
      await guest.post(`/api/document?id=${id}`, { title: 'An essay', content, kind: 'text' }),
    )
  }
  return id
}

/** A conversation whose replies are these texts, and whose last message asks for one word. */
export function conversation(texts: string[]): { role: string; content: string }[] {
  return [
    ...texts.flatMap((content) => [
      { role: 'user', content: 'And then?' },
      { role: 'assistant', content },
    ]),
    { role: 'user', content: replyPrompt({ words: 1 }) },
  ]
}

/** The body of a turn in a new chat. */
export function turnBody(messages: { role: string; content: string }[]): string {
  return JSON.stringify({
    id: randomUUID(),
    messages,
    selectedChatModel: 'chat-model-small',
  })
}

async function expectOk(response: Response): Promise<void> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
}
