import { alignSequences, type Budget, type Hunk } from './align-sequences.ts'
import { type Chunk, mergeHunks } from './merge-hunks.ts'
import type { MergedPiece } from './merged.ts'

export type Texts = { base: string; ours: string; theirs: string }

/** What a text is divided into: of prose its words, of a sheet its cells. */
export type Grain = {
  /** All of the text, in pieces. */
  tokensOf(text: string): string[]
  /** Whether a line (of a sheet: a row) ends with this token. */
  isLineEnd(token: string): boolean
  /** Whether two changes with this token between them are two. */
  isSeparating(token: string): boolean
}

type Tokens = Record<keyof Texts, string[]>
/** Tokens that are merged, or what conflicts. */
type Piece = string[] | Texts

/** Characters of a conflict that is divided; a longer one stays as it is. */
const MOST_CHARACTERS = 200_000

/** What it costs to divide a conflict, however few tokens it has. */
const STEPS_OF_CALL = 30
const CHARACTERS_OF_STEP = 20

/**
 * Merges by tokens what two have changed in the same lines. What still conflicts
 * is given as the whole lines around it.
 *
 * @returns the pieces in order
 */
export function mergeTokens(texts: Texts, grain: Grain, budget: Budget): MergedPiece[] {
  const { base, ours, theirs } = texts
  const characters = base.length + ours.length + theirs.length
  if (base === '' || characters > MOST_CHARACTERS || budget.steps <= 0) return [texts]
  budget.steps -= STEPS_OF_CALL + characters / CHARACTERS_OF_STEP
  const tokens: Tokens = {
    base: grain.tokensOf(base),
    ours: grain.tokensOf(ours),
    theirs: grain.tokensOf(theirs),
  }
  const hunksOf = (other: string[]) =>
    wholePhrases(alignSequences(tokens.base, other, budget), tokens.base, grain)
  const chunks = mergeHunks(hunksOf(tokens.ours), hunksOf(tokens.theirs), tokens.base.length)
  return toWholeLines(
    chunks.map((chunk) => toPiece(chunk, tokens)),
    grain,
  )
}

function toPiece(chunk: Chunk, tokens: Tokens): Piece {
  const part = (of: keyof Texts) => tokens[of].slice(chunk[of].start, chunk[of].end)
  if (chunk.from !== 'both') return part(chunk.from)
  const [base, ours, theirs] = [
    part('base').join(''),
    part('ours').join(''),
    part('theirs').join(''),
  ]
  return ours === theirs ? part('ours') : { base, ours, theirs }
}

/**
 * Joins changes with nothing between them that separates: a sentence that was written
 * anew shares its spaces and commas with the one before it, and means something as a
 * whole only.
 */
function wholePhrases(hunks: Hunk[], base: string[], { isSeparating }: Grain): Hunk[] {
  const joined: Hunk[] = []
  for (const hunk of hunks) {
    const last = joined.at(-1)
    if (last && !base.slice(last.end, hunk.start).some(isSeparating)) {
      last.end = hunk.end
      last.otherEnd = hunk.otherEnd
    } else {
      joined.push({ ...hunk })
    }
  }
  return joined
}

/** Widens each conflict to the lines that it stands in; conflicts in one line become one. */
function toWholeLines(pieces: Piece[], { isLineEnd }: Grain): MergedPiece[] {
  const result: MergedPiece[] = []
  let line = { base: '', ours: '', theirs: '' }
  let isConflict = false

  function add(text: Texts) {
    line = {
      base: line.base + text.base,
      ours: line.ours + text.ours,
      theirs: line.theirs + text.theirs,
    }
  }
  function addMerged(tokens: string[]) {
    const text = tokens.join('')
    add({ base: text, ours: text, theirs: text })
  }
  function endLine() {
    if (isConflict) result.push(line)
    else if (line.ours) result.push(line.ours)
    line = { base: '', ours: '', theirs: '' }
    isConflict = false
  }

  for (const piece of pieces) {
    if (!Array.isArray(piece)) {
      add(piece)
      isConflict = true
      continue
    }
    const first = isConflict ? piece.findIndex(isLineEnd) + 1 : 0
    if (isConflict && first > 0) {
      addMerged(piece.slice(0, first))
      endLine()
    }
    const rest = piece.slice(first)
    const last = isConflict ? 0 : rest.findLastIndex(isLineEnd) + 1
    if (last > 0) {
      // What stands before belongs to the same line as the beginning of the rest.
      addMerged(rest.slice(0, last))
      endLine()
    }
    addMerged(rest.slice(last))
  }
  endLine()
  return result
}
