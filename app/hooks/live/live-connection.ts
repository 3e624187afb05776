import { paths } from '#app/paths.ts'
import type { LiveHint } from '#core/live/live-hint.ts'

type Listener = (hint: LiveHint) => void

const NAME = 'parley-live'
const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 60_000

const listeners = new Set<Listener>()
/** What came while the tab was hidden, by its text. */
const waiting = new Map<string, LiveHint>()
const MAX_WAITING = 50

let stopAll: (() => void) | undefined

/**
 * Listens for hints. The tabs of a browser share one connection, which one of
 * the visible tabs keeps: a browser has six connections to a host of HTTP/1.1.
 *
 * @returns stops listening
 */
export function listenToHints(listener: Listener): () => void {
  listeners.add(listener)
  stopAll ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopAll?.()
    stopAll = undefined
  }
}

function start(): () => void {
  const channel = new BroadcastChannel(NAME)
  let turn: AbortController | undefined

  function pass(hint: LiveHint) {
    if (document.hidden) {
      if (waiting.size < MAX_WAITING) waiting.set(JSON.stringify(hint), hint)
      else waiting.set('missed', { type: 'missed' })
      return
    }
    for (const listener of [...listeners]) listener(hint)
  }
  function passToAll(hint: LiveHint) {
    pass(hint)
    channel.postMessage(hint)
  }
  function onVisibility() {
    if (document.hidden) return turn?.abort()
    turn = new AbortController()
    keepConnection(passToAll, turn.signal)
    for (const hint of waiting.values()) pass(hint)
    waiting.clear()
  }

  channel.onmessage = ({ data }) => pass(data)
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    turn?.abort()
    channel.close()
  }
}

/** When this tab began to wait for the connection. What it shows was loaded just before. */
let waitsSince: number | undefined
/** A wait in which hardly anything can have been missed. */
const SHORT_WAIT_MS = 1_500

let isFirst = true

/** Keeps the connection once no other tab does, until the signal. */
function keepConnection(pass: Listener, signal: AbortSignal) {
  waitsSince ??= performance.now()
  const whileLeading = () => new Promise<void>((end) => connect(pass, signal, end))
  // Only a page of https or localhost has locks; on another each tab connects for itself.
  if (!navigator.locks) return void whileLeading()
  navigator.locks.request(NAME, { signal }, whileLeading).catch(() => {})
}

function connect(pass: Listener, signal: AbortSignal, onEnd: () => void) {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = RETRY_MIN_MS

  function open() {
    source = new EventSource(paths.live())
    source.onopen = () => {
      wait = RETRY_MIN_MS
      // Nobody has listened for a while, so hints may have been missed.
      const waited = performance.now() - (waitsSince ?? 0)
      const hasMissed = !isFirst || waited > SHORT_WAIT_MS
      // Between loading the page and now, a page that was left may have deleted a chat.
      pass(hasMissed ? { type: 'missed' } : { type: 'history' })
      isFirst = false
    }
    source.onmessage = ({ data }) => pass(JSON.parse(data))
    source.onerror = () => {
      // A lost connection comes back by itself; a refused one does not.
      if (source?.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2))
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
  }
  function close() {
    clearTimeout(timer)
    source?.close()
    onEnd()
  }
  if (signal.aborted) return onEnd()
  signal.addEventListener('abort', close)
  open()
}
