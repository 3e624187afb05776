import { AppError } from '#core/app-error.ts'

/**
 * Values that a JSON body holds at most, and how deep they are nested. Reading
 * and checking a value costs hundreds of times its bytes, and the process
 * answers nobody else meanwhile. A conversation of 2,000 messages, the most that
 * is taken, has room for a hundred values in each.
 */
const MAX_VALUES = 200_000
const MAX_DEPTH = 200

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Refuses a JSON body that would take too long to parse, by its marks outside of
 * strings, in a time that is small for any body. It does not tell whether the
 * body is JSON.
 *
 * @throws {AppError} invalid
 */
export function assertJsonBounds(body: Buffer): void {
  let values = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) {
      inString = true
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values += 1
      depth += 1
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth -= 1
    } else if (byte === COMMA) {
      values += 1
    }
    if (values > MAX_VALUES) throw refused(`holds more than ${MAX_VALUES} values`)
    if (depth > MAX_DEPTH) throw refused(`is nested more than ${MAX_DEPTH} levels deep`)
  }
}

function refused(what: string): AppError {
  return new AppError('invalid', `The body ${what}. Send less.`)
}
