/** What is used of the Web Speech API, which TypeScript does not describe. @see https://webaudio.github.io/web-speech-api/ */
export type SpeechRecognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  onstart: (() => void) | null
  onresult: ((event: { resultIndex: number; results: SpeechRecognitionResultList }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

type Recogniser = new () => SpeechRecognition

/** Gives the browser's speech recognition, which many know only by its old name; undefined where there is none. */
export function speechRecognition(): Recogniser | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: Recogniser
    webkitSpeechRecognition?: Recogniser
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}
