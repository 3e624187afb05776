import { useCallback, useEffect, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { StoredVersion } from './session-types.ts'

/** Milliseconds that all of a very long content may take. */
const DEADLINE_MS = 120_000

type Loaded = StoredVersion & { id: string; isCut: boolean }

/**
 * A version with all of its content, of which a page is given only the beginning when
 * it is very long.
 *
 * @param version null as long as it is not needed
 * @returns the version, or null until it is there; whether it could not be loaded, and
 *   a function that tries again
 */
export function useWholeVersion(version: Loaded | null) {
  const [whole, setWhole] = useState<StoredVersion | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const id = version?.id
  const isCut = version?.isCut ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once more
  useEffect(() => {
    if (!id || !isCut) return
    const abort = new AbortController()
    setHasFailed(false)
    const timer = setTimeout(() => {
      abort.abort()
      setHasFailed(true)
    }, DEADLINE_MS)
    fetch(paths.documentVersionData(id), { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .then(setWhole)
      .catch(() => {
        if (!abort.signal.aborted) setHasFailed(true)
      })
      .finally(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      abort.abort()
      setWhole(null)
    }
  }, [id, isCut, attempt])

  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return { whole: isCut ? whole : version, hasFailed: isCut && hasFailed, retry }
}
