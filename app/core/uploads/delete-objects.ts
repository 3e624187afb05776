import type { Services } from '#core/services.server.ts'

const DELETES_AT_ONCE = 10

/**
 * Deletes objects of the blob store; one that cannot be deleted now is logged.
 *
 * @returns the keys of those that are gone
 */
export async function deleteObjects(
  { blobs, log }: Pick<Services, 'blobs' | 'log'>,
  keys: string[],
): Promise<string[]> {
  const gone: string[] = []
  for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
    const batch = keys.slice(at, at + DELETES_AT_ONCE).map(async (key) => {
      await blobs.delete(key)
      return key
    })
    for (const result of await Promise.allSettled(batch)) {
      if (result.status === 'fulfilled') gone.push(result.value)
      else log.warn({ err: result.reason }, 'object left to the next clean-up')
    }
  }
  return gone
}
