import { type ChangeEvent, useRef } from 'react'
import { parseSheet } from '#core/documents/csv/parse-sheet.ts'
import { selectCell } from '../model/selection.ts'
import type { SheetStore } from '../model/sheet-store.ts'

type ImportFileProps = { store: SheetStore; onDone(): void }

/** Bytes of a file that is read. */
const MOST_BYTES = 20_000_000

/** Puts the content of a CSV file in the place of the sheet's, as a step that can be undone. */
export function ImportFile({ store, onDone }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null)

  async function onChange(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const file = field.files?.[0]
    if (!file) return
    if (file.size > MOST_BYTES) {
      return store.set({ notice: `${file.name} is too large: at most 20 MB can be imported.` })
    }
    const bytes = await file.arrayBuffer().catch(() => null)
    // So that the same file can be chosen again.
    field.value = ''
    if (!bytes) return store.set({ notice: `${file.name} could not be read.` })
    const sheet = parseSheet(decode(bytes))
    const selection = selectCell({ row: 0, column: 0 })
    store.apply(
      { sheet, order: null, selection },
      `Imported ${file.name}. Undo brings back what was here.`,
    )
    onDone()
  }

  return (
    <>
      <button type="button" className="button small" onClick={() => input.current?.click()}>
        Import
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={onChange}
      />
    </>
  )
}

/** The text of a file: UTF-8 or UTF-16 as it says itself, else what older spreadsheets write. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
