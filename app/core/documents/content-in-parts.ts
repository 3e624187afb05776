import type { EntityManager } from '#db/orm.ts'
import { PIECE_BYTES } from '../large-reads.ts'
import { readPart } from './version-json.ts'

/**
 * Reads the content of a version of a user's document in parts, each when it is
 * asked for, so that a slow reader of a large document holds one part in memory.
 *
 * @throws when the version is deleted before it is read: what is read is then not whole
 */
export async function* contentInParts(
  em: EntityManager,
  { userId, ...key }: { id: string; createdAt: string; userId: string },
): AsyncGenerator<Uint8Array, void, void> {
  for (let from = 1; ; from += PIECE_BYTES) {
    const { part } = await readPart(em, userId, key, { from, length: PIECE_BYTES })
    if (part && part.byteLength > 0) yield part
    if (!part || part.byteLength < PIECE_BYTES) return
  }
}
