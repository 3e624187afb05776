import type { ClipboardEvent } from 'react'
import { clearSelected, copySelected, MOST_CELLS, pasteCells } from '../model/cell-commands.ts'
import { parseClipboard, writeClipboard } from '../model/clipboard.ts'
import type { SheetStore } from '../model/sheet-store.ts'

/** Copy, cut and paste of the selected cells, in the form that spreadsheets exchange. */
export function clipboardHandlers(store: SheetStore, readOnly: boolean) {
  function copy(event: ClipboardEvent): void {
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeClipboard(copySelected(store.get())))
  }
  return {
    onCopy(event: ClipboardEvent) {
      copy(event)
      store.set({ notice: 'Copied.' })
    },
    onCut(event: ClipboardEvent) {
      copy(event)
      if (!readOnly) store.apply(clearSelected(store.get()), 'Cut.')
    },
    onPaste(event: ClipboardEvent) {
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      if (readOnly || text === '') return
      const change = pasteCells(store.get(), parseClipboard(text))
      if (change) store.apply(change, 'Pasted.')
      else
        store.set({
          notice: `At most ${MOST_CELLS.toLocaleString('en')} cells are pasted at once.`,
        })
    },
  }
}
