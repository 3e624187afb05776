import { IMPORT_LIMITS } from '#core/import/import-limits.ts'
import type { ImportResult } from '#core/import/import-schema.ts'
import type { ParsedChat } from '#core/import/parsed-chat.ts'

/** Characters of one request, unless one chat alone is longer. */
const BATCH_LENGTH = 2 * 1024 * 1024
/** Times that a request is tried while the service asks to wait. */
const TRIES = 5

export type ImportProgress = {
  imported: number
  known: number
  refused: { title: string; detail: string }[]
}

/**
 * Sends chats a few at a time, one request after the other.
 *
 * @param onProgress is told what has become of those that were sent
 * @throws with words for the page, when it cannot go on
 */
export async function sendChats(
  chats: ParsedChat[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let progress: ImportProgress = { imported: 0, known: 0, refused: [] }
  for (const batch of batches(chats)) {
    const results = await sendBatch(batch, signal)
    const count = (status: string) => results.filter((result) => result.status === status).length
    const refused = results.flatMap(({ status, detail = '' }, index) =>
      status === 'refused' ? { title: batch[index]?.title ?? '', detail } : [],
    )
    progress = {
      imported: progress.imported + count('imported'),
      known: progress.known + count('known'),
      refused: [...progress.refused, ...refused],
    }
    onProgress(progress)
  }
}

function* batches(chats: ParsedChat[]): Generator<ParsedChat[], void, void> {
  let batch: ParsedChat[] = []
  let length = 0
  for (const chat of chats) {
    const added = JSON.stringify(chat).length
    if (batch.length >= IMPORT_LIMITS.chats || (length + added > BATCH_LENGTH && length > 0)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(chat)
    length += added
  }
  if (batch.length > 0) yield batch
}

async function sendBatch(batch: ParsedChat[], signal: AbortSignal): Promise<ImportResult[]> {
  const body = JSON.stringify({ chats: batch.map(({ isCut: _, ...chat }) => chat) })
  for (let tries = 1; ; tries++) {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch('/api/chats/import', { method: 'POST', headers, body, signal })
    const wait = Number(response.headers.get('Retry-After'))
    if ([429, 503].includes(response.status) && wait > 0 && tries < TRIES) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 60) * 1_000))
      signal.throwIfAborted()
      continue
    }
    const answer = (await response.json().catch(() => ({}))) as {
      results?: ImportResult[]
      detail?: string
    }
    if (answer.results) return answer.results
    if (response.status === 401) throw new Error('Your session has ended. Sign in, then go on.')
    const detail = answer.detail ?? 'The server could not take these chats. Try again.'
    // Of many chats, the others may be all right.
    if ([400, 413].includes(response.status)) return batch.map((chat) => refusal(chat, detail))
    throw new Error(detail)
  }
}

function refusal({ id }: ParsedChat, detail: string): ImportResult {
  return { id, chatId: '', status: 'refused', detail }
}
