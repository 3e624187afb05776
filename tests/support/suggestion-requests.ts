import { randomUUID } from 'node:crypto'
import { saveVersion } from '#core/documents/save-version.ts'
import { createSuggestionRequest } from '#core/suggestions/suggestion-request.ts'
import type { Script } from './fake-openai-script.ts'
import type { TestServices } from './test-services.ts'

/** The sentences of the document that suggestions are asked for. */
export const SENTENCES = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.']

/** A script by which the model suggests an edit for each sentence, with the given faults. */
export function suggestEdits(sentences: string[], faults: Script = {}): Script {
  const elements = sentences.map((originalText) => ({
    originalText,
    suggestedText: `${originalText}!`,
    description: 'Louder.',
  }))
  return { text: JSON.stringify({ elements }).match(/.{1,30}/gs) ?? [], delayMs: 1, ...faults }
}

/** Opens a request for suggestions for a new document; returns its job's payload. */
export async function openRequest(
  { services }: TestServices,
  userId: string,
  content = SENTENCES.join(' '),
) {
  const id = randomUUID()
  const em = services.orm.em.fork()
  const version = await saveVersion(em, {
    id,
    userId,
    title: 'Words',
    content,
    kind: 'text',
    origin: 'ai',
  })
  const suggestionRequestId = randomUUID()
  const target = { userId, documentId: id, documentCreatedAt: version.createdAt }
  await createSuggestionRequest(em, { id: suggestionRequestId, ...target })
  return { suggestionRequestId, ...target, requestId: 'test' }
}

export type RequestPayload = Awaited<ReturnType<typeof openRequest>>

/** The sentences that suggestions are stored for, in their order. */
export async function storedSuggestions(
  { database }: TestServices,
  { suggestionRequestId }: RequestPayload,
): Promise<string[]> {
  const rows = await database.sql<{ original_text: string }>(
    'select original_text from suggestion where request_id = $1 order by position',
    [suggestionRequestId],
  )
  return rows.map(({ original_text }) => original_text)
}

export async function statusOfRequest(
  { database }: TestServices,
  { suggestionRequestId }: RequestPayload,
): Promise<string | undefined> {
  const [row] = await database.sql<{ status: string }>(
    'select status from suggestion_request where id = $1',
    [suggestionRequestId],
  )
  return row?.status
}
