import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { findSyntaxError } from './find-syntax-error.ts'
import { createProgramRun, type ProgramRun } from './program-run.ts'

type Language = 'javascript' | 'python'
type Preview = { html: string; count: number }

type Runs = {
  programOf(language: Language): ProgramRun
  preview: Preview | null
  setPreview(preview: Preview | null): void
}

const RunsContext = createContext<Runs | null>(null)

/**
 * Keeps what runs of one document, and what it has put out, while its view changes:
 * from reading to editing, for example. It ends with this component.
 */
export function ProgramRuns({ children }: { children: ReactNode }) {
  const programs = useMemo(() => new Map<Language, ProgramRun>(), [])
  const [preview, setPreview] = useState<Preview | null>(null)
  useEffect(
    () => () => {
      for (const program of programs.values()) program.dispose()
    },
    [programs],
  )
  const runs = useMemo(() => {
    function programOf(language: Language): ProgramRun {
      const program = programs.get(language) ?? createProgram(language)
      programs.set(language, program)
      return program
    }
    return { programOf, preview, setPreview }
  }, [programs, preview])
  return <RunsContext.Provider value={runs}>{children}</RunsContext.Provider>
}

/** The runs of the document's program in this language, and the preview of its page. */
export function useProgramRun(language: Language) {
  const runs = useContext(RunsContext)
  if (!runs) throw new Error('useProgramRun must be used inside ProgramRuns.')
  const program = runs.programOf(language)
  const state = useSyncExternalStore(program.subscribe, program.getState, program.getState)
  return { program, state, preview: runs.preview, setPreview: runs.setPreview }
}

function createProgram(language: Language): ProgramRun {
  return createProgramRun({
    language,
    async explain(error, source) {
      const isKnown = error.line !== undefined || language !== 'javascript'
      if (isKnown || !error.message.startsWith('SyntaxError')) return error
      return { ...error, line: await findSyntaxError(source) }
    },
  })
}
