import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { ParsedExport } from '#core/import/parse-export.ts'
import { useRevalidate } from '#hooks/use-revalidate.ts'
import { FormError } from '../form/form-error.tsx'
import { FoundChats } from './found-chats.tsx'
import { ImportSummary } from './import-summary.tsx'
import type { ImportProgress } from './send-chats.ts'

type State =
  | { step: 'choose' }
  | { step: 'read'; name: string }
  | { step: 'found'; name: string; found: ParsedExport }
  | { step: 'send'; total: number; progress: ImportProgress }
  | { step: 'done'; progress: ImportProgress; isWhole: boolean }

const NOTHING: ImportProgress = { imported: 0, known: 0, refused: [] }

/** Reads a file in the browser, shows the chats in it, and sends those that are chosen. */
export function ImportFromFile() {
  const [state, setState] = useState<State>({ step: 'choose' })
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController | null>(null)
  const revalidate = useRevalidate()
  useEffect(() => () => running.current?.abort(), [])

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setProblem(undefined)
    setState({ step: 'read', name: file.name })
    try {
      // Loaded here, because it brings what unpacks archives.
      const { readExportFile } = await import('#core/import/read-export-file.ts')
      setState({ step: 'found', name: file.name, found: await readExportFile(file) })
    } catch (error) {
      setState({ step: 'choose' })
      setProblem(wordsOf(error, 'This file could not be read. Choose it again.'))
    }
  }

  async function send(chats: ParsedExport['chats']) {
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setState({ step: 'send', total: chats.length, progress: NOTHING })
    let latest = NOTHING
    function onProgress(progress: ImportProgress) {
      latest = progress
      setState({ step: 'send', total: chats.length, progress })
    }
    try {
      const { sendChats } = await import('./send-chats.ts')
      await sendChats(chats, onProgress, controller.signal)
      setState({ step: 'done', progress: latest, isWhole: true })
    } catch (error) {
      setState({ step: 'done', progress: latest, isWhole: false })
      if (!controller.signal.aborted) {
        setProblem(wordsOf(error, 'The server cannot be reached. Choose the file again to go on.'))
      }
    }
    revalidate()
  }

  return (
    <>
      <FormError message={problem} />
      {state.step === 'done' && (
        <>
          <ImportSummary progress={state.progress} />
          {!state.isWhole && (
            <p className="note">It was not finished. Choose the file again to go on.</p>
          )}
        </>
      )}
      {state.step === 'found' && (
        <FoundChats
          key={state.name}
          name={state.name}
          found={state.found}
          onImport={send}
          onCancel={() => setState({ step: 'choose' })}
        />
      )}
      {state.step === 'send' && (
        <div className="import-progress">
          <progress
            aria-label="Imported chats"
            max={state.total}
            value={countDone(state.progress)}
          />
          <p role="status">
            {countDone(state.progress)} of {state.total}
          </p>
          <button type="button" className="button" onClick={() => running.current?.abort()}>
            Cancel
          </button>
        </div>
      )}
      {state.step === 'read' && <p role="status">Reading {state.name}…</p>}
      {(state.step === 'choose' || state.step === 'done') && (
        <label className="button primary import-choose">
          Choose a file
          <input type="file" className="sr-only" accept=".json,.zip" onChange={read} />
        </label>
      )}
    </>
  )
}

function countDone({ imported, known, refused }: ImportProgress): number {
  return imported + known + refused.length
}

function wordsOf(error: unknown, otherwise: string): string {
  const isForPeople = error instanceof Error && !(error instanceof TypeError)
  return isForPeople ? error.message : otherwise
}
