import { PYODIDE_VERSION } from '#app/pyodide-package.ts'
import { type RunMessage, readRunMessage } from './run-message.ts'

/** Milliseconds after its frame has loaded in which a sandbox must answer. */
const ANSWER_MS = 2_000
/** Messages of one run at most; a program that finds a way to send more is stopped. */
const MAX_MESSAGES = 20_000

/** A place of its own in which one program runs. */
export type Sandbox = {
  run(source: string): void
  /** Ends the program at once, whatever it does, and all that it has started. */
  close(): void
}

/**
 * Opens a frame in which programs of a language run: in a worker, with an opaque
 * origin and without a network (docs/decisions/0032-running-code.md).
 *
 * @param onMessage is told `ready` when a program can be run, and `failed` when none can
 */
export function openSandbox(
  language: 'javascript' | 'python',
  onMessage: (message: RunMessage) => void,
): Sandbox {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = '/run/frame.html'
  frame.hidden = true
  frame.title = 'Program'
  const { port1: port, port2: theirs } = new MessageChannel()
  let isOpen = true
  let isStarted = false
  let messages = 0

  function tell(message: RunMessage) {
    if (isOpen) onMessage(message)
  }

  function onReady({ source, data }: MessageEvent) {
    if (source !== frame.contentWindow || data?.type !== 'ready' || isStarted) return
    isStarted = true
    const pythonFolder = `${location.origin}/pyodide/${PYODIDE_VERSION}/`
    // Its origin is opaque, so that none can be named; the frame itself has been checked.
    frame.contentWindow?.postMessage({ type: 'start', language, pythonFolder }, '*', [theirs])
  }

  port.onmessage = ({ data }) => {
    messages += 1
    const message = readRunMessage(data)
    if (messages > MAX_MESSAGES) tell({ type: 'failed' })
    else if (message) tell(message)
  }
  frame.addEventListener('load', () => {
    setTimeout(() => {
      if (!isStarted) tell({ type: 'failed' })
    }, ANSWER_MS)
  })
  window.addEventListener('message', onReady)
  document.body.append(frame)

  return {
    run(source) {
      messages = 0
      port.postMessage({ type: 'run', source })
    },
    close() {
      isOpen = false
      window.removeEventListener('message', onReady)
      port.close()
      frame.remove()
    },
  }
}
