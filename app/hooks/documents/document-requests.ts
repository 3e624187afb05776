import { paths } from '#app/paths.ts'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { readProblem } from '../chat/read-problem.ts'
import type { SaveProblem, StoredVersion } from './session-types.ts'
import { deadline, getJson } from './timed-requests.ts'

export type SaveAnswer =
  | { type: 'saved'; version: StoredVersion }
  | { type: 'conflict'; current: StoredVersion }
  /** Worth trying again by itself after so many milliseconds; null when not. */
  | { type: 'refused'; problem: SaveProblem; retryAfter: number | null }
  | { type: 'unreachable' }

export type SaveRequest = {
  title: string
  content: string
  baseCreatedAt: string
  replaceBase: boolean
}

/** What has become of the document, as its open page asks every few seconds. */
export type DocumentState = {
  createdAt: string
  title: string
  openSuggestions: number
  suggesting: boolean
}

/** Bytes of a request that a browser still sends when its page is left. */
const KEEPALIVE_BYTES = 60_000

/** The requests of an open document. None of them throws, or waits for ever: what is late is unreachable. */
export function createDocumentRequests(
  id: string,
  kind: DocumentVersion['kind'],
  send: typeof fetch,
) {
  return {
    async save(request: SaveRequest, { leaving = false } = {}): Promise<SaveAnswer> {
      const body = JSON.stringify({ ...request, kind })
      try {
        const response = await send(`/api/document?id=${id}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          signal: deadline(body.length),
          keepalive: leaving && new Blob([body]).size <= KEEPALIVE_BYTES,
        })
        return await readAnswer(response)
      } catch {
        return { type: 'unreachable' }
      }
    },
    readState: () => getJson<DocumentState>(paths.documentState(id), { send }),
    /** @param characters about how long the version is */
    async readNewest(characters: number): Promise<StoredVersion | null> {
      const path = paths.documentVersionData(id)
      const version = await getJson<StoredVersion>(path, { characters, send })
      return version && toStored(version)
    },
  }
}

async function readAnswer(response: Response): Promise<SaveAnswer> {
  const { status } = response
  if (response.ok) {
    return { type: 'saved', version: toStored((await response.json()) as StoredVersion) }
  }
  if (status === 409) {
    const { current } = (await response.json()) as { current?: StoredVersion }
    if (current) return { type: 'conflict', current: toStored(current) }
  }
  if (status === 404) {
    const detail = 'This document was deleted elsewhere. What you wrote is kept in this browser.'
    return { type: 'refused', problem: { detail, deleted: true }, retryAfter: null }
  }
  const problem = await readProblem(response)
  const isPassing = status === 429 || status >= 500
  const seconds = Number(response.headers.get('Retry-After')) || 5
  return { type: 'refused', problem, retryAfter: isPassing ? seconds * 1_000 : null }
}

function toStored({ createdAt, title, content }: StoredVersion): StoredVersion {
  return { createdAt, title, content: content ?? '' }
}
