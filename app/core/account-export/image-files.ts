import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { ArchivedFile } from '../library/zip-stream.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { MAX_IMAGE_BYTES } from '../uploads/upload-rules.ts'

/** Images that are looked up at once. */
const BATCH = 200

type Input = { em: EntityManager; blobs: BlobStore; userId: string }

/** The images that a user has uploaded, under the names that the chats call them by. */
export async function* imageFiles({ em, blobs, userId }: Input): AsyncGenerator<ArchivedFile> {
  let after: string | undefined
  for (;;) {
    const images = await listNext(em, userId, after)
    for (const { pathname, createdAt } of images) {
      const blob = pathname && (await blobs.open(pathname, { maxBytes: MAX_IMAGE_BYTES }))
      if (!blob) continue
      yield { name: pathname, changedAt: createdAt, isCompressed: true, parts: blob.pieces }
    }
    after = images.at(-1)?.id
    if (images.length < BATCH) return
  }
}

function listNext(em: EntityManager, userId: string, after: string | undefined) {
  const all = kysely(em)
    .selectFrom('Upload')
    .select(['id', 'pathname', 'createdAt'])
    .where('userId', '=', userId)
    .where('status', '=', 'stored')
    .orderBy('id')
    .limit(BATCH)
  return (after ? all.where('id', '>', after) : all).execute()
}
