import type { LanguageModel } from 'ai'
import type { EntityManager } from '#db/orm.ts'
import { changePart } from '../ai/change-part.ts'
import { MAX_SUGGESTIONS } from '../ai/prompts.ts'
import { suggestEdits } from '../ai/suggest-edits.ts'
import { createPlaceFinder } from './find-places.ts'
import { fitSheetEdit } from './fit-sheet-edit.ts'
import { storeSuggestion } from './store-suggestion.ts'
import type { StartedRequest } from './suggestion-request.ts'

type Work = {
  em: EntityManager
  /** Of the request. */
  id: string
  model: LanguageModel
  abortSignal: AbortSignal
  onSpent(tokens: number): void
  /** Called after each suggestion that was stored. */
  onStored(): Promise<void>
}

/** Lets the model suggest edits of a version, and stores each as soon as it is there. */
export async function writeSuggestions(
  { kind, content, stored }: StartedRequest,
  { em, id, model, abortSignal, onSpent, onStored }: Work,
): Promise<void> {
  if (stored >= MAX_SUGGESTIONS || kind === 'image') return
  const nextPlace = createPlaceFinder(content)
  let count = stored
  for await (const edit of suggestEdits({ model, kind, content, abortSignal, onSpent })) {
    const start = nextPlace(edit.originalText)
    if (start === null) continue
    const range = { start, end: start + edit.originalText.length }
    const fitted = asStored({ kind, content }, range, edit.suggestedText)
    if (!fitted || !(await storeSuggestion(em, { ...edit, ...fitted, requestId: id }))) continue
    await onStored()
    count += 1
    if (count >= MAX_SUGGESTIONS) return
  }
}

/**
 * Lets the model change a part of a version, and stores its answer as a suggestion
 * for exactly that part; an answer that changes nothing is a note about it.
 *
 * @throws when the answer would break a sheet, so that the job is tried again
 */
export async function writePart(
  { kind, content, stored, part }: StartedRequest & { part: NonNullable<StartedRequest['part']> },
  { em, id, model, abortSignal, onSpent, onStored }: Work,
): Promise<void> {
  if (stored > 0 || kind === 'image') return
  const { suggestedText, description } = await changePart({
    model,
    kind,
    content,
    ...part,
    abortSignal,
    onSpent,
  })
  const fitted = asStored({ kind, content }, part.range, suggestedText)
  if (!fitted) throw new Error('The changed part does not fit into the sheet.')
  await storeSuggestion(em, {
    ...fitted,
    requestId: id,
    description: description || part.instruction,
  })
  await onStored()
}

/** An edit as it is stored; null where it would break a sheet or changes nothing of it. */
function asStored(
  { kind, content }: Pick<StartedRequest, 'kind' | 'content'>,
  range: { start: number; end: number },
  suggestedText: string,
) {
  const isChange = content.slice(range.start, range.end) !== suggestedText
  const edit =
    kind === 'sheet' && isChange
      ? fitSheetEdit(content, range, suggestedText)
      : { ...range, suggestedText }
  if (!edit) return null
  const { start, end } = edit
  return {
    startOffset: start,
    originalText: content.slice(start, end),
    suggestedText: edit.suggestedText,
  }
}
