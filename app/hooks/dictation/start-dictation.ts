import { createDictatedText } from './dictated-text.ts'
import { type SpeechRecognition, speechRecognition } from './speech-recognition.ts'

export type Dictation = {
  /** Ends it; the last words may still be put right. */
  stop(): void
  /** Ends it at once; nothing is written any more. */
  cancel(): void
}

type DictationEvents = {
  /** The microphone is on. */
  onListening(): void
  /** @param problem why it has ended, in words for the page, if something is wrong */
  onEnd(problem?: string): void
}

const BLOCKED =
  'The microphone is blocked for this page. Allow it in the address bar of the browser, then try again.'
const PROBLEMS: Record<string, string> = {
  'not-allowed': BLOCKED,
  'service-not-allowed': BLOCKED,
  'audio-capture': 'No microphone was found. Connect one, then try again.',
  network:
    'The speech service of your browser cannot be reached. Check your connection, then try again.',
  'no-speech': 'Nothing was heard. Check your microphone, then try again.',
  'language-not-supported': 'Your browser cannot take dictation in your language.',
}
const FAILED = 'Dictation did not work. Try again.'

/**
 * Writes into a field what is spoken, in the language of the browser, until it is
 * stopped or nothing is said any more.
 */
export function startDictation(area: HTMLTextAreaElement, events: DictationEvents): Dictation {
  const Recogniser = speechRecognition()
  if (!Recogniser) throw new Error('This browser has no speech recognition.')
  const recognition = new Recogniser()
  recognition.lang = navigator.language
  recognition.interimResults = true
  // On Android each result of a continuous recognition repeats those before.
  recognition.continuous = !/Android/.test(navigator.userAgent)
  const text = createDictatedText(area, recognition.lang)
  let isWanted = true
  /** Whether anything was heard since it started, or started again after a pause. */
  let hasHeard = false
  let hasStarted = false
  let problem: string | undefined

  function end() {
    recognition.onstart = recognition.onresult = recognition.onerror = recognition.onend = null
    text.end()
    events.onEnd(problem)
  }
  recognition.onstart = () => {
    hasStarted = true
    if (isWanted) events.onListening()
  }
  recognition.onresult = ({ resultIndex, results }) => {
    hasHeard = true
    const heard = [...results].slice(resultIndex)
    const final = heard.filter(({ isFinal }) => isFinal)
    if (final.length > 0) text.write(joined(final), true)
    if (final.length < heard.length)
      text.write(joined(heard.filter((each) => !each.isFinal)), false)
  }
  recognition.onerror = ({ error }) => {
    // After a pause it has only ended; what the user ended is no problem.
    const isPause = error === 'no-speech' && hasStarted && area.value !== ''
    if (isWanted && error !== 'aborted' && !isPause) problem = PROBLEMS[error] ?? FAILED
    isWanted = false
  }
  recognition.onend = () => {
    // Browsers end it in a pause; who has spoken until then may go on.
    if (isWanted && hasHeard && start(recognition)) hasHeard = false
    else end()
  }
  if (!start(recognition)) {
    problem = FAILED
    // Whoever starts it is given it first.
    queueMicrotask(end)
  }

  return {
    stop() {
      isWanted = false
      recognition.stop()
    },
    cancel() {
      end()
      recognition.abort()
    },
  }
}

function start(recognition: SpeechRecognition): boolean {
  try {
    recognition.start()
    return true
  } catch {
    return false
  }
}

function joined(results: SpeechRecognitionResult[]): string {
  return results.map((result) => result[0]?.transcript ?? '').join('')
}
