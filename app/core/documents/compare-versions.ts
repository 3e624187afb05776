import { LRUCache } from 'lru-cache'
import type { DocumentKind } from '#db/entities/document.ts'
import type { EntityManager } from '#db/orm.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { cellsToCompare } from './diff/cells-to-compare.ts'
import { diffSheet } from './diff/diff-sheet.ts'
import { diffText } from './diff/diff-text.ts'
import { runToEnd } from './diff/run-to-end.ts'
import { type ShownSheetDiff, shownSheetDiff } from './diff/shown-sheet-diff.ts'
import { type ShownTextDiff, shownTextDiff } from './diff/shown-text-diff.ts'
import type { ComparedVersion } from './find-compared-versions.ts'
import { getVersion } from './find-version.ts'
import { haveManyLines } from './many-lines.ts'
import { type PngSize, pngSize } from './png-size.ts'

/** What a page shows of two versions. */
export type Comparison =
  | { type: 'same' }
  | ({ type: 'text' | 'code' } & ShownTextDiff)
  | ({ type: 'sheet' } & ShownSheetDiff)
  | { type: 'image'; from: PngSize | null; to: PngSize | null }
  /** Images and other kinds have nothing that could be compared. */
  | { type: 'other-kind' }
  | { type: 'too-large' }

/** Bytes of a version that are compared at most; an image is not compared, but shown. */
const MOST_BYTES = 3_000_000

/** Characters of a text or code that are compared at most: its words cost more than the cells of a sheet. */
const MOST_CHARACTERS = 1_100_000

/** The beginning of an image's base64, which has its width and height. */
const IMAGE_HEAD = 200

/** Comparisons that are kept, by about how many bytes they have. A version never changes. */
const kept = new LRUCache<string, Comparison>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (comparison) => JSON.stringify(comparison).length * 2 + 200,
})

/** To compare takes up to a second of work, in small pieces. */
const withinLimit = createConcurrencyLimit({
  running: 2,
  waiting: 200,
  refusal: 'Too many versions are being compared at once. Try again later.',
})

/**
 * Compares two versions of a user's document, as their kind asks for: words in
 * text, lines in code, cells in sheets; of images it tells the sizes.
 *
 * @throws {AppError} not-found; not-owner; unavailable when too many comparisons wait
 */
export async function compareVersions(
  em: EntityManager,
  {
    id,
    userId,
    from,
    to,
  }: { id: string; userId: string; from: ComparedVersion; to: ComparedVersion },
): Promise<Comparison> {
  if (from.createdAt === to.createdAt) return { type: 'same' }
  const isImage = [from, to].map(({ kind }) => kind === 'image')
  if (isImage[0] !== isImage[1]) return { type: 'other-kind' }
  if (!isImage[0] && Math.max(from.bytes, to.bytes) > MOST_BYTES) return { type: 'too-large' }
  const key = `${id} ${from.createdAt} ${to.createdAt}`
  const known = kept.get(key)
  if (known) return known
  return withinLimit(userId, async () => {
    const maxCharacters = isImage[0] ? IMAGE_HEAD : undefined
    const [before, after] = await Promise.all(
      [from, to].map(async ({ createdAt }) => {
        const version = await getVersion(em, { id, userId, createdAt, maxCharacters })
        return version.content ?? ''
      }),
    )
    const comparison = await compare(comparedAs(from.kind, to.kind), before ?? '', after ?? '')
    kept.set(key, comparison)
    return comparison
  })
}

/** Versions of two kinds are compared by lines. */
function comparedAs(from: DocumentKind, to: DocumentKind): DocumentKind {
  return from === to ? from : 'code'
}

async function compare(kind: DocumentKind, from: string, to: string): Promise<Comparison> {
  if (kind === 'image') return { type: 'image', from: pngSize(from), to: pngSize(to) }
  if (from === to) return { type: 'same' }
  if (kind === 'sheet') {
    const comparison = await runToEnd(compareSheets(from, to))
    if (comparison) return comparison
  }
  const isTooLong = Math.max(from.length, to.length) > MOST_CHARACTERS
  if (isTooLong || haveManyLines(from, to)) return { type: 'too-large' }
  const shown = await runToEnd(compareTexts(from, to))
  return { type: kind === 'text' ? 'text' : 'code', ...shown }
}

function* compareTexts(from: string, to: string) {
  return yield* shownTextDiff(yield* diffText(from, to))
}

/** @returns null for what is no sheet that could be compared, and for sheets that differ in how they are written alone */
function* compareSheets(from: string, to: string): Generator<void, Comparison | null, void> {
  const before = yield* cellsToCompare(from)
  const after = yield* cellsToCompare(to)
  if (!before || !after) return { type: 'too-large' }
  const shown = yield* shownSheetDiff(yield* diffSheet(before, after), before, after)
  const { sums, changes } = shown
  if (changes + sums.columns[0] + sums.columns[1] === 0) return null
  return { type: 'sheet', ...shown }
}
