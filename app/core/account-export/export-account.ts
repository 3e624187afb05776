import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import {
  beforeDeadline,
  LONGEST_MS,
  listDocumentFiles,
  MAX_FILES,
} from '../library/export-library.ts'
import { type ArchivedFile, zipStream } from '../library/zip-stream.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { accountFiles } from './account-files.ts'
import { chatFiles, type ReadChat } from './chat-files.ts'
import { imageFiles } from './image-files.ts'
import { versionsFile } from './versions-file.ts'

/** Bytes that an archive without the extension for large ones can have, and room for its end. */
const MAX_BYTES = 0xffff_ffff - 32 * 1024 * 1024

/** Whose archives this process is writing. */
const running = new Set<string>()

export type AccountExport = {
  em: EntityManager
  blobs: BlobStore
  userId: string
  /** The service's public origin, for links in texts. */
  origin: string
  /** Opens a chat when it is the turn of its reader: that may be much work at once. */
  readChat: ReadChat
}

/**
 * Gives everything that a user has as a zip archive, in parts: chats, documents with
 * all their versions, images, prompts, settings and the account itself. One part is
 * in memory at a time, however much there is.
 *
 * @throws {AppError} conflict while the user's last one is being sent; too-large when
 *   there are more files than an archive can hold; later, when reading fails or takes
 *   half an hour: what is read is then not whole
 */
export async function exportAccount(
  input: AccountExport,
): Promise<AsyncGenerator<Uint8Array, void, void>> {
  const { em, userId } = input
  if (running.has(userId)) throw isRunning()
  const { chats, others } = await countFiles(em, userId)
  const hasMarkdown = 2 * chats + others <= MAX_FILES
  if (!hasMarkdown && chats + others > MAX_FILES) {
    const detail = `One archive holds at most ${MAX_FILES.toLocaleString('en')} files, and you have more chats, documents and images together. Export them one by one.`
    throw new AppError('too-large', detail)
  }
  const parts = bounded(zipStream(listFiles(input, hasMarkdown)))
  return oneAtATime(userId, beforeDeadline(parts, performance.now() + LONGEST_MS))
}

/** Beside the chats there are the documents, the images and a few files of settings. */
async function countFiles(em: EntityManager, userId: string) {
  const { chats, documents, images } = await kysely(em)
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('Chat')
        .select(fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('expiresAt', 'is', null)
        .as('chats'),
      selectFrom('DocumentSummary')
        .select(fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .as('documents'),
      selectFrom('Upload')
        .select(fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .as('images'),
    ])
    .executeTakeFirstOrThrow()
  return { chats: Number(chats), others: Number(documents) + Number(images) + 10 }
}

async function* listFiles(
  input: AccountExport,
  hasMarkdown: boolean,
): AsyncGenerator<ArchivedFile> {
  yield* accountFiles(input)
  yield* chatFiles(input, hasMarkdown)
  yield versionsFile(input)
  for await (const file of listDocumentFiles(input.em, input.userId)) {
    yield { ...file, name: `documents/${file.name}` }
  }
  yield* imageFiles(input)
}

async function* bounded(parts: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new Error('The archive would be larger than its format allows.')
    yield part
  }
}

/** Not before the first part is asked for: an answer that nobody reads is never told that it is over. */
async function* oneAtATime(userId: string, parts: AsyncIterable<Uint8Array>) {
  if (running.has(userId)) throw isRunning()
  running.add(userId)
  try {
    yield* parts
  } finally {
    running.delete(userId)
  }
}

function isRunning() {
  return new AppError(
    'conflict',
    'Your last download of everything is still under way. Wait for it, or cancel it.',
    { retryAfter: 10 },
  )
}
