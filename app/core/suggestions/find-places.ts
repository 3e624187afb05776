/**
 * Creates a function that gives the places of quotes in a content, in UTF-16 code
 * units: the first time that it is asked for a quote the first place, the second
 * time the second. Null when there is none left.
 *
 * A model that changes two same sentences quotes the same text twice. A job that
 * runs again asks again from the start, and so finds the same places.
 */
export function createPlaceFinder(content: string): (quote: string) => number | null {
  const lastPlaces = new Map<string, number>()
  return (quote) => {
    const at = content.indexOf(quote, (lastPlaces.get(quote) ?? -1) + 1)
    if (at < 0) return null
    lastPlaces.set(quote, at)
    return at
  }
}
