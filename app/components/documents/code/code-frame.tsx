import { lazy, type ReactNode, Suspense } from 'react'
import type { CodeLanguage } from '#core/documents/code-language.ts'
import { LONG_LIMIT_MS } from './run/program-run.ts'
import { useProgramRun } from './run/program-runs.tsx'

// Loaded with the first run: most who read a document run nothing.
const RunPanel = lazy(() =>
  import('./run/run-panel.tsx').then(
    (module) => ({ default: module.RunPanel }),
    () => ({ default: NotLoaded }),
  ),
)
const HtmlPreview = lazy(() =>
  import('./run/html-preview.tsx').then(
    (module) => ({ default: module.HtmlPreview }),
    () => ({ default: NotLoaded }),
  ),
)

function NotLoaded() {
  return (
    <p role="alert" className="note bad">
      What shows the output could not be loaded. Check the connection, then reload the page.
    </p>
  )
}

type CodeFrameProps = {
  language: CodeLanguage
  /** Whether all of the code is there, so that it can be run. */
  isWhole: boolean
  getSource(): string
  onGoToLine(line: number): void
  /** More buttons of the bar. */
  tools: ReactNode
  /** The code. */
  children: ReactNode
}

/** Code with a bar above it, which says its language and runs it, and below it what the program puts out. */
export function CodeFrame(props: CodeFrameProps) {
  const { language, isWhole, getSource, onGoToLine, tools, children } = props
  const kind = isWhole ? language.program : undefined
  const { program, state, preview, setPreview } = useProgramRun(
    kind === 'python' ? 'python' : 'javascript',
  )
  const isProgram = kind === 'javascript' || kind === 'python'
  const isBusy = state.status === 'loading' || state.status === 'running'

  function showPreview() {
    setPreview({ html: getSource(), count: (preview?.count ?? 0) + 1 })
  }

  return (
    <div className="code-document">
      <figure className="code code-view">
        <figcaption>
          <span className="code-language">{language.label}</span>
          {kind === 'html' && (
            <button type="button" className="button small needs-js i-run" onClick={showPreview}>
              {preview ? 'Update preview' : 'Preview'}
            </button>
          )}
          {isProgram && (
            <button
              type="button"
              className={`button small needs-js ${isBusy ? 'i-halt' : 'i-run'}`}
              onPointerEnter={program.warm}
              onFocus={program.warm}
              onClick={() => (isBusy ? program.stop() : program.run(getSource()))}
            >
              {isBusy ? 'Stop' : 'Run'}
            </button>
          )}
          {tools}
        </figcaption>
        {children}
      </figure>
      <Suspense fallback={null}>
        {kind === 'html' && preview && (
          <HtmlPreview key={preview.count} html={preview.html} onClose={() => setPreview(null)} />
        )}
        {isProgram && state.status !== 'idle' && (
          <RunPanel
            language={language.label}
            state={state}
            onRunLonger={() => program.run(getSource(), LONG_LIMIT_MS)}
            onClear={program.clear}
            onGoToLine={onGoToLine}
          />
        )}
      </Suspense>
    </div>
  )
}
