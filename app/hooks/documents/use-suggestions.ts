import { useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import type { TextRange } from '#core/documents/anchors/text-range.ts'
import type { RequestStatus } from '#core/suggestions/read-request-status.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { onSuggestionsChanged, tellSuggestionsChanged } from './suggestion-channel.ts'
import { deadline, getJson } from './timed-requests.ts'

/** Milliseconds between two looks while suggestions are being written. */
const POLL_MS = 1_000

type Loaded = {
  /** Of the version that they are placed in. */
  createdAt: string
  suggestions: PlacedSuggestion[]
  status: RequestStatus
}

type Input = Loaded & {
  documentId: string
  /** Saves what is not saved yet; gives `createdAt` of the version that has it. */
  flush?: (() => Promise<string>) | undefined
  /** A suggestion was applied: there is a newer version. */
  onApplied(): void
}

export type SuggestionsState = ReturnType<typeof useSuggestions>

/**
 * The suggestions of an open document: as they were loaded, as more are written, and
 * as other tabs and replies of the chat change them. What is accepted or dismissed
 * goes at once, and comes back with a reason when the service refuses it.
 */
export function useSuggestions({ documentId, flush, onApplied, ...loaded }: Input) {
  const [shown, setShown] = useState<Loaded>(loaded)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const loadedKey = JSON.stringify([documentId, loaded])
  const latest = useRef({ loaded, flush, onApplied })
  latest.current = { loaded, flush, onApplied }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the loaded ones are compared by what they say
  useEffect(() => setShown(latest.current.loaded), [loadedKey])

  const load = useMemo(
    () =>
      oneAtATime(async () => {
        const state = await getJson<Loaded>(paths.documentSuggestions(documentId))
        if (state) setShown(state)
      }),
    [documentId],
  )

  useEffect(() => onSuggestionsChanged(documentId, load), [documentId, load])

  const isWriting = shown.status === 'writing'
  useEffect(() => {
    if (!isWriting) return
    const timer = setInterval(() => {
      if (!document.hidden) load()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isWriting, load])

  async function send(fields: Record<string, string>): Promise<boolean> {
    setProblem(undefined)
    const response = await fetch(paths.documentSuggestions(documentId), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
      signal: deadline(),
    }).catch(() => null)
    const answer = await response?.json().catch(() => null)
    if (!response?.ok) {
      setProblem(answer?.detail ?? 'The service does not answer. Try again.')
      return false
    }
    setShown(answer)
    tellSuggestionsChanged(documentId)
    return true
  }

  /** Takes suggestions away at once, and brings them back when they could not be. */
  async function resolve(intent: string, ids: string[], fields: Record<string, string> = {}) {
    setHidden((before) => new Set([...before, ...ids]))
    try {
      if (intent !== 'dismiss') await latest.current.flush?.()
      if ((await send({ intent, ...fields })) && intent !== 'dismiss') latest.current.onApplied()
    } catch {
      setProblem('Your changes could not be saved. Try again.')
    } finally {
      setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))))
    }
  }

  async function request(fields: Record<string, string>): Promise<boolean> {
    setIsAsking(true)
    try {
      const version = await latest.current.flush?.()
      return await send({ ...fields, ...(version && fields.start && { version }) })
    } catch {
      setProblem('Your changes could not be saved. Try again.')
      return false
    } finally {
      setIsAsking(false)
    }
  }

  const suggestions = shown.suggestions.filter(({ id }) => !hidden.has(id))
  return {
    suggestions,
    /** `createdAt` of the version that they are placed in. */
    placedIn: shown.createdAt,
    status: shown.status,
    /** How many there are, also of those that are being accepted. */
    count: shown.suggestions.length,
    isBusy: isAsking || isWriting,
    problem,
    reload: load,
    /** Says why something was not asked for. */
    refuse(reason: string): false {
      setProblem(reason)
      return false
    },
    accept: (id: string) => resolve('accept', [id], { suggestion: id }),
    dismiss: (id: string) => resolve('dismiss', [id], { suggestion: id }),
    acceptAll: () => resolve('accept-all', []),
    suggest: () => request({ intent: 'suggest' }),
    /** @param range a part of the content as it is now; null for all of it */
    ask: (range: TextRange | null, instruction: string) =>
      request({
        intent: 'ask',
        instruction,
        ...(range && { start: String(range.start), end: String(range.end) }),
        ...(range && { version: shown.createdAt }),
      }),
  }
}
