/**
 * A place where both changed the same. The texts are whole lines (of a sheet: rows),
 * with everything in them that could be merged; only the last line of a document may
 * lack its line end.
 */
export type MergeConflict = {
  /** Where `ours` stands in the merged content, in UTF-16 code units. */
  start: number
  end: number
  ours: string
  theirs: string
  base: string
}

/** The outcome of a merge: in a conflicting place, `content` has ours. */
export type Merged = { content: string; conflicts: MergeConflict[] }

/** One stretch of a merged text, in order. */
export type MergedPiece = string | Pick<MergeConflict, 'ours' | 'theirs' | 'base'>

/** Puts pieces together. */
export function joinPieces(pieces: MergedPiece[]): Merged {
  const parts: string[] = []
  const conflicts: MergeConflict[] = []
  let length = 0
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : piece.ours
    if (typeof piece !== 'string') {
      conflicts.push({ start: length, end: length + text.length, ...piece })
    }
    parts.push(text)
    length += text.length
  }
  return { content: parts.join(''), conflicts }
}
