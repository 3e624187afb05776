import { parseSheet, type Sheet, serialise } from '#core/documents/csv/parse-sheet.ts'
import { mergeVersions } from '#core/documents/merge/merge-versions.ts'
import type { Selection } from './selection.ts'

/** One edit: a paste or a fill is one however many cells it changes. */
export type EditStep = {
  before: Sheet
  after: Sheet
  /** What was selected before the edit, and after it. */
  selection: Selection
  selectionAfter: Selection
}

/** What undoing or redoing leads to; `sheet` is null where the same cells were changed elsewhere meanwhile. */
type Undone = { sheet: Sheet | null; selection: Selection }

/** Steps that can be undone. They share the rows that they have in common. */
const MOST_STEPS = 200

/**
 * The edits of one sheet. A change that came from elsewhere in between stays: the step
 * is then merged with it (docs/decisions/0033-sheets.md).
 */
export function createEditHistory() {
  let done: EditStep[] = []
  let undone: EditStep[] = []

  return {
    push(step: EditStep) {
      done = [...done.slice(1 - MOST_STEPS), step]
      undone = []
    },
    undo(current: Sheet): Undone | null {
      const step = done.pop()
      if (!step) return null
      const sheet = turn(step.after, step.before, current)
      if (sheet) undone.push(step)
      return { sheet, selection: step.selection }
    },
    redo(current: Sheet): Undone | null {
      const step = undone.pop()
      if (!step) return null
      const sheet = turn(step.before, step.after, current)
      if (sheet) done.push(step)
      return { sheet, selection: step.selectionAfter }
    },
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    },
  }
}

/** Goes from one state to another in a sheet that may have been changed elsewhere. */
function turn(from: Sheet, to: Sheet, current: Sheet): Sheet | null {
  if (current === from) return to
  const texts = { base: serialise(from), ours: serialise(to), theirs: serialise(current) }
  if (texts.base === texts.theirs) return to
  const { content, conflicts } = mergeVersions('sheet', texts)
  return conflicts.length > 0 ? null : parseSheet(content)
}
