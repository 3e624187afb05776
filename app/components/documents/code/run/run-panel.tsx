import { useEffect, useRef } from 'react'
import { PYODIDE_FILES } from '#app/pyodide-package.ts'
import { OutputList } from './output-list.tsx'
import { LONG_LIMIT_MS, type RunState } from './program-run.ts'

type RunPanelProps = {
  language: string
  state: RunState
  onRunLonger(): void
  onClear(): void
  onGoToLine(line: number): void
}

/** Bytes of Python whose loading is counted: its modules are not, since the browser loads those by itself. */
const PYTHON_BYTES = Object.entries(PYODIDE_FILES)
  .filter(([name]) => !name.endsWith('.mjs'))
  .reduce((sum, [, bytes]) => sum + bytes, 0)

/** What a program puts out, how its run stands, and how the loading of its language goes on. */
export function RunPanel({ language, state, onRunLonger, onClear, onGoToLine }: RunPanelProps) {
  const { status, output, loaded, limitMs } = state
  const panel = useRef<HTMLElement>(null)
  const isBusy = status === 'loading' || status === 'running'
  const hasOutput = output.items.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel grows with its first output, and at the end
  useEffect(() => {
    // Newer browsers give a promise, which React would take for the effect's end.
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isBusy, hasOutput])

  return (
    <section ref={panel} className="run-panel" aria-label="Output of the program">
      <header>
        <p role="status">{describe(state, language)}</p>
        {status === 'timed-out' && limitMs < LONG_LIMIT_MS && (
          <button type="button" className="button small" onClick={onRunLonger}>
            Run for up to {LONG_LIMIT_MS / 60_000} minutes
          </button>
        )}
        {!isBusy && (
          <button type="button" className="button small" onClick={onClear}>
            Clear
          </button>
        )}
      </header>
      {status === 'loading' && loaded > 0 && (
        <progress max={PYTHON_BYTES} value={loaded} aria-label="Loading Python" />
      )}
      <OutputList items={output.items} onGoToLine={onGoToLine} />
      {output.isCut && <p className="note">The program has put out more than is shown here.</p>}
    </section>
  )
}

function describe({ status, output, loaded, limitMs }: RunState, language: string): string {
  switch (status) {
    case 'idle':
      return ''
    case 'loading':
      if (loaded === 0) return `Starting ${language}…`
      if (loaded >= PYTHON_BYTES) return 'Python is loaded and starts…'
      return `Loading Python: ${megabytes(loaded)} of ${megabytes(PYTHON_BYTES)} MB`
    case 'running':
      return 'The program runs…'
    case 'done':
      return output.items.length > 0
        ? 'The program has ended.'
        : 'The program has ended without any output.'
    case 'failed':
      return 'The program has ended with an error.'
    case 'stopped':
      return 'Stopped.'
    case 'timed-out':
      return `Stopped after ${limitMs / 1_000} seconds.`
    case 'unavailable':
      return `${language} could not be loaded. Check the connection, then run the program again.`
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
