/**
 * Finds code spans: a run of backticks closes with the next run of the same
 * length. All runs are listed when the first is met, so that looking for an
 * end never reads the text again.
 */
export function createCodeSpans(text: string) {
  let runs: Map<number, number[]> | null = null

  /** The start of the next run of a length behind a position; null when there is none. */
  function nextRun(length: number, after: number): number | null {
    runs ??= runsOf(text)
    const starts = runs.get(length) ?? []
    // Positions are asked for in rising order, so what lies behind is dropped.
    while (starts.length > 0 && (starts.at(-1) ?? 0) < after) starts.pop()
    return starts.at(-1) ?? null
  }

  return {
    /** The code span that begins at a backtick, or, with null, where its run ends. */
    at(start: number): { end: number; content: string | null } {
      let from = start + 1
      while (text[from] === '`') from += 1
      const length = from - start
      const close = nextRun(length, from)
      if (close === null) return { end: from, content: null }
      return { end: close + length, content: codeOf(text.slice(from, close)) }
    },
  }
}

/** The starts of the runs of backticks by their length, the first one last. */
function runsOf(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length)
    if (starts) starts.push(index)
    else runs.set(run.length, [index])
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}

/** One blank at each end only keeps the code apart from the backticks. */
function codeOf(text: string): string {
  const code = text.replace(/\n/g, ' ')
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return isPadded ? code.slice(1, -1) : code
}
