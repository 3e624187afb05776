/** Milliseconds that an answer may take, and characters sent or loaded for which one more is given. */
const DEADLINE_MS = 20_000
const CHARACTERS_PER_MS = 20

/** Ends a request whose answer is late. */
export function deadline(characters = 0): AbortSignal {
  return AbortSignal.timeout(Math.round(DEADLINE_MS + characters / CHARACTERS_PER_MS))
}

type GetOptions = {
  /** About how long the answer is. */
  characters?: number
  send?: typeof fetch
}

/** Loads something; null where the service refuses it, cannot be reached, or is late. */
export async function getJson<T>(
  path: string,
  { characters, send = fetch }: GetOptions = {},
): Promise<T | null> {
  try {
    const response = await send(path, {
      headers: { Accept: 'application/json' },
      signal: deadline(characters),
    })
    return response.ok ? ((await response.json()) as T) : null
  } catch {
    return null
  }
}
