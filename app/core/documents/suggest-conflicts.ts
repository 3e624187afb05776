import { randomUUID } from 'node:crypto'
import type { DocumentKind } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { fitSheetEdit } from '../suggestions/fit-sheet-edit.ts'
import type { MergeConflict, Merged } from './merge/merged.ts'

/** What would replace a part of a content. */
type Suggested = { start: number; originalText: string; suggestedText: string }

/** Conflicts that are worth looking at one by one, at most; a page shows 100 suggestions. */
const MOST_CONFLICTS = 50

const REASON = 'You changed this part while the AI was rewriting it. This is what the AI wrote.'

/**
 * Makes each conflict of a merge a suggestion: to replace our text, which the merged
 * content has, by theirs.
 *
 * @returns null where the conflicts are too many, or cannot be shown as suggestions
 */
export function suggestConflicts(
  kind: DocumentKind,
  { content, conflicts }: Merged,
): Suggested[] | null {
  if (conflicts.length > MOST_CONFLICTS) return null
  const suggestions: Suggested[] = []
  for (const conflict of conflicts) {
    const suggestion = suggest(kind, content, conflict)
    if (!suggestion) return null
    suggestions.push(suggestion)
  }
  return suggestions
}

function suggest(kind: DocumentKind, content: string, conflict: MergeConflict): Suggested | null {
  const place = withText(content, conflict)
  if (!place) return null
  const range = withoutLineEnd(content, place)
  if (kind !== 'sheet') {
    const { start, end, suggestedText } = range
    return { start, originalText: content.slice(start, end), suggestedText }
  }
  const fitted = fitSheetEdit(content, range, range.suggestedText)
  if (!fitted) return null
  const { start, end, suggestedText } = fitted
  return { start, originalText: content.slice(start, end), suggestedText }
}

type Place = { start: number; end: number; suggestedText: string }

/**
 * Where our text is empty or blank (we deleted it), the lines around it belong to the
 * suggestion: a text is needed to find its place by. Null in a blank document.
 */
function withText(content: string, { start, end, theirs }: MergeConflict): Place | null {
  let [from, to] = [start, end]
  let blank = isBlank(content, from, to)
  // Of what grows, the new line alone is looked at: there may be many thousand blank ones.
  while (blank && from > 0) {
    const next = from
    from = from === 1 ? 0 : content.lastIndexOf('\n', from - 2) + 1
    blank = isBlank(content, from, next)
  }
  while (blank && to < content.length) {
    const next = to
    to = content.indexOf('\n', to) + 1 || content.length
    blank = isBlank(content, next, to)
  }
  if (blank) return null
  const suggestedText = content.slice(from, start) + theirs + content.slice(end, to)
  return { start: from, end: to, suggestedText }
}

function isBlank(content: string, start: number, end: number): boolean {
  return content.slice(start, end).trim() === ''
}

/** The line end that both texts end with belongs to neither. */
function withoutLineEnd(content: string, { start, end, suggestedText }: Place): Place {
  const lineEnd = /\r?\n$/.exec(content.slice(start, end))?.[0] ?? ''
  if (lineEnd === '' || !suggestedText.endsWith(lineEnd)) return { start, end, suggestedText }
  return {
    start,
    end: end - lineEnd.length,
    suggestedText: suggestedText.slice(0, -lineEnd.length),
  }
}

/** Stores suggestions for a version of a user's document. */
export async function storeConflictSuggestions(
  em: EntityManager,
  { id, userId, createdAt }: { id: string; userId: string; createdAt: string },
  suggestions: Suggested[],
): Promise<void> {
  if (suggestions.length === 0) return
  const requestId = randomUUID()
  await kysely(em)
    .insertInto('Suggestion')
    .values(
      suggestions.map(({ start, originalText, suggestedText }, position) => ({
        id: randomUUID(),
        documentId: id,
        documentCreatedAt: createdAt,
        originalText,
        startOffset: start,
        suggestedText,
        description: REASON,
        userId,
        requestId,
        position,
      })),
    )
    .execute()
}
