import { useEffect, useState } from 'react'
import type { SearchResult } from '#core/search/search-schema.ts'

/** Milliseconds without another key after which a search begins. */
const PAUSE_MS = 150

export type SearchState = {
  /** The words that the results were found for. */
  found: string
  results: SearchResult[]
  problem: string | null
  isSearching: boolean
}

const NOTHING: SearchState = { found: '', results: [], problem: null, isSearching: false }

/**
 * Searches while words are typed. A search that has been overtaken is given up; until
 * another one answers, what was found last stays.
 */
export function useSearch(typed: string): SearchState {
  const [state, setState] = useState(NOTHING)
  const q = typed.trim()
  useEffect(() => {
    if (q === '') return setState(NOTHING)
    const controller = new AbortController()
    setState((last) => ({ ...last, isSearching: true }))
    const timer = setTimeout(async () => {
      try {
        const query = new URLSearchParams({ q, limit: '6' })
        const response = await fetch(`/api/search?${query}`, { signal: controller.signal })
        const answer = (await response.json()) as { results?: SearchResult[]; detail?: string }
        if (controller.signal.aborted) return
        const problem = answer.results ? null : problemOf(response.status, answer.detail)
        setState({ found: q, results: answer.results ?? [], problem, isSearching: false })
      } catch {
        if (controller.signal.aborted) return
        const problem = 'The server cannot be reached. Try again in a moment.'
        setState({ found: q, results: [], problem, isSearching: false })
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  return state
}

function problemOf(status: number, detail = 'The search failed. Try again.'): string {
  return status === 401 ? 'Your session has ended. Sign in to search.' : detail
}
