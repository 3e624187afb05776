import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { cellName } from '../model/column-name.ts'
import { type CellDraft, type SheetState, sheetRow } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { commitDraft, moveActive } from './draft-keys.ts'
import { HEAD_HEIGHT, LETTERS_HEIGHT, NUMBERS_WIDTH, ROW_HEIGHT } from './grid-geometry.ts'

type CellInputProps = {
  store: SheetStore
  state: SheetState
  draft: CellDraft
  starts: readonly number[]
  /** Gives the focus back to the grid. */
  onDone(): void
}

/** The field in which a cell is edited, over the cell; it grows with what is written. */
export function CellInput({ store, state, draft, starts, onDone }: CellInputProps) {
  const { row, column } = state.selection.active
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const input = field.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const input = field.current
    if (!input) return
    input.style.height = '0'
    input.style.height = `${Math.max(ROW_HEIGHT, Math.min(240, input.scrollHeight + 4))}px`
  }, [draft.value])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const { key, altKey, shiftKey } = event
    if (key === 'Escape') {
      event.preventDefault()
      // The key ends the edit alone, not what is around the sheet.
      event.stopPropagation()
      store.draft(null)
      return onDone()
    }
    if (key === 'Enter' && altKey) {
      event.preventDefault()
      const { selectionStart, selectionEnd, value } = event.currentTarget
      event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end')
      const written = event.currentTarget.value
      if (written !== value) store.draft({ ...draft, value: written })
      return
    }
    const isArrow = draft.isTyped && key.startsWith('Arrow')
    if (key !== 'Enter' && key !== 'Tab' && !isArrow) return
    event.preventDefault()
    commitDraft(store)
    moveActive(store, { key, isBackwards: shiftKey })
    onDone()
  }

  const start = starts[column] ?? 0
  const size = (starts[column + 1] ?? start) - start
  const input = (
    <textarea
      ref={field}
      className="cell-input"
      aria-label={cellName({ row: sheetRow(state, row), column })}
      value={draft.value}
      rows={1}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      style={{
        left: NUMBERS_WIDTH + start,
        top: row === 0 ? 0 : HEAD_HEIGHT + (row - 1) * ROW_HEIGHT,
        minWidth: size,
      }}
      onChange={(event) => store.draft({ ...draft, value: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      onPointerDown={() => draft.isTyped && store.draft({ ...draft, isTyped: false })}
      onBlur={() => commitDraft(store)}
    />
  )
  // The names of the columns stay in sight, and so does the field over one of them.
  return row === 0 ? (
    <div className="names-input" style={{ top: LETTERS_HEIGHT }}>
      {input}
    </div>
  ) : (
    input
  )
}
