import { setImmediate as nextRound } from 'node:timers/promises'

/** Characters of JSON that are made in one go: some 5 ms on a slow machine. */
const CHARACTERS_IN_ONE_GO = 256 * 1024

/**
 * Makes the JSON of a value for the database. That of a long list is made in
 * several rounds of the event loop: for a conversation of 14 MB it takes a quarter
 * of a second, in which nobody else would be answered.
 *
 * @returns a promise for a long list only, so that nothing else has to wait for one
 */
export function toJsonParameter(value: object): string | Promise<string> {
  if (!Array.isArray(value)) return JSON.stringify(value)
  const made: string[] = []
  const isWhole = addJson(value, made)
  return isWhole ? joined(made) : addTheRest(value, made)
}

async function addTheRest(list: unknown[], made: string[]): Promise<string> {
  do {
    await nextRound()
  } while (!addJson(list, made))
  return joined(made)
}

/** Adds the JSON of what comes next in a list, as much as is made in one go. @returns whether that is all */
function addJson(list: unknown[], made: string[]): boolean {
  for (let length = 0; length < CHARACTERS_IN_ONE_GO && made.length < list.length; ) {
    // As in JSON.stringify, what has no JSON becomes null in a list.
    const json = JSON.stringify(list[made.length]) ?? 'null'
    made.push(json)
    length += json.length
  }
  return made.length >= list.length
}

function joined(made: string[]): string {
  return `[${made.join(',')}]`
}
