import type { DocumentDrafts } from './document-drafts.ts'
import { createGrowingReply } from './grow-reply.ts'
import { readEventStream } from './read-event-stream.ts'

/** Begins to read the stream of a reply: the reply that grows, and the chunks that it grows by. */
export function readReply(body: ReadableStream<Uint8Array>, drafts: DocumentDrafts) {
  return { reply: createGrowingReply(drafts), chunks: readEventStream(body) }
}
