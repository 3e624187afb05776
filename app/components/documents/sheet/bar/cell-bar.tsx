import type { KeyboardEvent } from 'react'
import { commitDraft, moveActive } from '../grid/draft-keys.ts'
import { cellName } from '../model/column-name.ts'
import { selectCell } from '../model/selection.ts'
import { sheetRow, shownValue } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'

type CellBarProps = { store: SheetStore; readOnly: boolean; onDone(): void }

/** The active cell with all that it holds, to read and to edit where the cell itself has no room. */
export function CellBar({ store, readOnly, onDone }: CellBarProps) {
  const state = useSheet(store)
  const { active } = state.selection
  const name = cellName({ row: sheetRow(state, active.row), column: active.column })
  const value = state.draft?.value ?? shownValue(state, active)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const { key, altKey, shiftKey } = event
    if (key === 'Escape') store.draft(null)
    else if ((key === 'Enter' && !altKey) || key === 'Tab') {
      commitDraft(store)
      if (key === 'Enter') moveActive(store, { key, isBackwards: shiftKey })
      else return
    } else return
    event.preventDefault()
    event.stopPropagation()
    onDone()
  }

  return (
    <div className="cell-bar">
      <span className="cell-name">{name}</span>
      <textarea
        aria-label={`Content of ${name}`}
        rows={Math.min(4, value.split('\n').length)}
        value={value}
        readOnly={readOnly}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => {
          const typed = event.currentTarget.value
          if (!state.draft) store.set({ selection: selectCell(active) })
          store.draft({ value: typed, isTyped: false, where: 'bar' })
        }}
        onKeyDown={onKeyDown}
        onBlur={() => commitDraft(store)}
      />
    </div>
  )
}
