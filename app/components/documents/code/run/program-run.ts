import { openSandbox, type Sandbox } from './open-sandbox.ts'
import { addOutput, NO_OUTPUT, type Output, type OutputItem } from './output-items.ts'
import type { RunMessage } from './run-message.ts'

export type RunStatus =
  | 'idle'
  /** The language is being loaded. */
  | 'loading'
  | 'running'
  | 'done'
  /** With an error of the program. */
  | 'failed'
  | 'stopped'
  /** Stopped at the limit of time. */
  | 'timed-out'
  /** The language could not be loaded. */
  | 'unavailable'

export type RunState = {
  status: RunStatus
  output: Output
  /** Bytes of the language that have been loaded. */
  loaded: number
  /** Milliseconds that the program may run. */
  limitMs: number
}

/** Milliseconds that a program may run, by its language, and when it was asked to run longer. */
const LIMIT_MS = { javascript: 10_000, python: 30_000 }
export const LONG_LIMIT_MS = 5 * 60_000

export type ProgramRun = ReturnType<typeof createProgramRun>

type Options = {
  language: 'javascript' | 'python'
  /** For tests. */
  open?: typeof openSandbox
  /** Tells more of an error of a program, such as its line. */
  explain?(error: ErrorMessage, source: string): Promise<ErrorMessage>
}

type ErrorMessage = Extract<RunMessage, { type: 'error' }>

/**
 * Runs the programs of one document, one at a time, and holds what they put out. Python
 * is started once and kept from one run to the next, until a program has to be stopped;
 * JavaScript starts anew each time.
 */
export function createProgramRun({ language, open = openSandbox, explain }: Options) {
  let state: RunState = {
    status: 'idle',
    output: NO_OUTPUT,
    loaded: 0,
    limitMs: LIMIT_MS[language],
  }
  let sandbox: Sandbox | null = null
  let isReady = false
  /** The program that runs as soon as the sandbox is ready. */
  let waiting: string | null = null
  let source = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function show(changes: Partial<RunState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function add(items: OutputItem[]) {
    show({ output: addOutput(state.output, items) })
  }

  function warm() {
    if (sandbox) return
    show({ loaded: 0 })
    const opened = open(language, (message) => {
      if (sandbox === opened) receive(message)
    })
    sandbox = opened
  }

  function close() {
    clearTimeout(timer)
    sandbox?.close()
    sandbox = null
    isReady = false
    waiting = null
  }

  function end(status: RunStatus) {
    clearTimeout(timer)
    if (language === 'javascript') close()
    show({ status })
  }

  function receive(message: RunMessage) {
    switch (message.type) {
      case 'ready':
        isReady = true
        return runWaiting()
      case 'progress':
        return show({ loaded: message.loaded })
      case 'failed': {
        close()
        const isWanted = state.status === 'loading' || state.status === 'running'
        if (isWanted) show({ status: 'unavailable' })
        return
      }
      case 'started':
        if (state.status !== 'loading') return
        timer = setTimeout(() => halt('timed-out'), state.limitMs)
        return show({ status: 'running' })
      default:
        // Something that a program has started may still send when the program has ended.
        if (state.status === 'running') receiveOutput(message)
    }
  }

  function receiveOutput(message: RunMessage) {
    switch (message.type) {
      case 'output':
        return add(message.pieces)
      case 'cut':
        return show({ output: { ...state.output, isCut: true } })
      case 'value':
        return add([message])
      case 'error':
        return void fail(message)
      case 'done':
        return end('done')
    }
  }

  async function fail(error: ErrorMessage) {
    end('failed')
    add([error])
    const { output } = state
    const explained = await explain?.(error, source).catch(() => undefined)
    // Meanwhile the output may have been cleared, or be that of the next run.
    if (!explained || state.output !== output) return
    show({ output: { ...output, items: [...output.items.slice(0, -1), explained] } })
  }

  function runWaiting() {
    if (!sandbox || !isReady || waiting === null) return
    source = waiting
    waiting = null
    sandbox.run(source)
  }

  function halt(status: 'stopped' | 'timed-out') {
    close()
    show({ status })
    // The next run need not wait as long.
    if (language === 'python') warm()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getState: () => state,

    /** Loads the language ahead. */
    warm,

    /** Runs a program; one that runs is stopped. */
    run(program: string, limitMs: number = LIMIT_MS[language]) {
      if (state.status === 'running') close()
      waiting = program
      show({ status: 'loading', output: NO_OUTPUT, limitMs })
      warm()
      runWaiting()
    },

    /** Stops the program, or the loading of its language. */
    stop() {
      if (state.status === 'running') return halt('stopped')
      if (state.status !== 'loading') return
      close()
      show({ status: 'stopped' })
    },

    /** Takes the output away. */
    clear() {
      show({ status: 'idle', output: NO_OUTPUT })
    },

    /** Ends all of it. */
    dispose: close,
  }
}
