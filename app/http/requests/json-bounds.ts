import { AppError } from '#core/app-error.ts'

/**
 * Values that a JSON body holds at most, and how deep they are nested. Reading
 * and checking a value costs hundreds of times its bytes, and the process
 * answers nobody else meanwhile. A conversation of 2,000 messages, the most that
 * is taken, has room for a hundred values in each.
 */
const BOUNDS = { values: 200_000, depth: 200 }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Bytes of a string that are looked at one by one; to search for its end costs as much as these. */
const NEAR_BYTES = 32

/**
 * Makes the function that looks at a JSON body as it comes, chunk by chunk, and
 * refuses one that would take too long to parse, by its marks outside of strings.
 * It does not tell whether the body is JSON. Long strings, of which large bodies
 * consist, cost next to nothing.
 *
 * The function throws an AppError `invalid`.
 *
 * @param bounds are smaller in tests
 */
export function createJsonBounds(bounds = BOUNDS): (chunk: Uint8Array) => void {
  let values = 0
  let depth = 0
  let inString = false
  /** A backslash was the last byte before the one that is looked at next. */
  let isEscaped = false

  function countValue() {
    values += 1
    if (values > bounds.values) throw refused(`holds more than ${bounds.values} values`)
  }

  /** @returns where to go on, which is in the same string while `inString` */
  function readString(chunk: Uint8Array, from: number): number {
    let at = from
    if (isEscaped) {
      isEscaped = false
      at += 1
    }
    for (const near = Math.min(at + NEAR_BYTES, chunk.length); at < near; at += 1) {
      const byte = chunk[at]
      if (byte === BACKSLASH) {
        at += 1
        isEscaped = at === chunk.length
      } else if (byte === QUOTE) {
        inString = false
        return at + 1
      }
    }
    const quote = chunk.indexOf(QUOTE, at)
    const end = quote < 0 ? chunk.length : quote
    if (isAfterBackslash(chunk, end, at)) isEscaped = true
    else if (quote >= 0) inString = false
    // An escaped quote is left for the next call to pass over.
    return quote < 0 || isEscaped ? end : end + 1
  }

  return function check(chunk) {
    let at = 0
    while (at < chunk.length) {
      if (inString) {
        at = readString(chunk, at)
        continue
      }
      const byte = chunk[at]
      at += 1
      if (byte === QUOTE) {
        inString = true
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        countValue()
        depth += 1
        if (depth > bounds.depth) throw refused(`is nested more than ${bounds.depth} levels deep`)
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
        depth -= 1
      } else if (byte === COMMA) {
        countValue()
      }
    }
  }
}

/** Whether what stands at `end` is escaped, by the backslashes before it, none before `from`. */
function isAfterBackslash(chunk: Uint8Array, end: number, from: number): boolean {
  let at = end
  while (at > from && chunk[at - 1] === BACKSLASH) at -= 1
  return (end - at) % 2 === 1
}

function refused(what: string): AppError {
  return new AppError('invalid', `The body ${what}. Send less.`)
}
