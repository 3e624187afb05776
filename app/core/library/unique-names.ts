/**
 * Makes a function that gives each file of an archive a name that no other has, also
 * where letters differ in their case only, which many file systems take for the same:
 * `Rain.md`, `Rain (2).md`.
 */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  /** The number that a name was given last, so that a thousand of one title are not tried a thousand times. */
  const lastNumbers = new Map<string, number>()
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

  return (name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
    let unique = name
    let number = lastNumbers.get(keyOf(name)) ?? 1
    while (taken.has(keyOf(unique))) {
      number += 1
      unique = `${stem} (${number})${extension}`
    }
    lastNumbers.set(keyOf(name), number)
    taken.add(keyOf(unique))
    return unique
  }
}
