import type { Services } from '#core/services.server.ts'

export const DELETES_AT_ONCE = 10
/** Milliseconds after which no further deletion begins. */
const MOST_MS = 20_000

/**
 * Deletes objects of the blob store; one that cannot be deleted now is logged.
 * While the store removes nothing, or takes too long, the rest are left to the
 * next clean-up: the caller has a place of the queue meanwhile.
 *
 * @returns the keys of those that are gone
 */
export async function deleteObjects(
  { blobs, log }: Pick<Services, 'blobs' | 'log'>,
  keys: string[],
): Promise<string[]> {
  const gone: string[] = []
  const endsAt = performance.now() + MOST_MS
  for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
    const batch = keys.slice(at, at + DELETES_AT_ONCE).map(async (key) => {
      await blobs.delete(key)
      return key
    })
    const before = gone.length
    for (const result of await Promise.allSettled(batch)) {
      if (result.status === 'fulfilled') gone.push(result.value)
      else log.warn({ err: result.reason }, 'object left to the next clean-up')
    }
    if (gone.length === before || performance.now() > endsAt) break
  }
  return gone
}
