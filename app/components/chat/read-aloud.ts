/** Characters of one utterance: some browsers stop in the middle of a long one. */
const MAX_UTTERANCE = 200

let onEnd = () => {}

/**
 * Reads a reply aloud as it stands on the page, but its code. What was read before is stopped.
 *
 * @param ended called once, when it has ended or was stopped
 */
export function readAloud(message: Element, ended: () => void) {
  stopReading()
  onEnd = ended
  const pieces = splitForVoice(spokenText(message))
  if (pieces.length === 0) return stopReading()
  for (const [index, piece] of pieces.entries()) {
    const utterance = new SpeechSynthesisUtterance(piece)
    if (index === pieces.length - 1) utterance.onend = () => finish(ended)
    utterance.onerror = () => finish(ended)
    speechSynthesis.speak(utterance)
  }
  addEventListener('pagehide', stopReading, { once: true })
}

/** Stops what is being read. */
export function stopReading() {
  speechSynthesis.cancel()
  finish(onEnd)
}

function finish(ended: () => void) {
  if (ended !== onEnd) return
  onEnd = () => {}
  ended()
}

/** The text of a reply, block by block: without Markdown, reasoning, tools and code. */
function spokenText(message: Element): string {
  const blocks = message.querySelectorAll<HTMLElement>(':scope > .prose > :not(figure)')
  return [...blocks].map(({ innerText }) => innerText).join('\n')
}

/** Cuts a text into pieces that end with a sentence, or at least with a word. */
export function splitForVoice(text: string): string[] {
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？\n]*\s*/g) ?? []
  const pieces: string[] = []
  for (const sentence of sentences) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + sentence.length <= MAX_UTTERANCE) {
      pieces[pieces.length - 1] = last + sentence
    } else {
      pieces.push(...(sentence.match(/.{1,200}(?:\s|$)|\S{200}/gs) ?? []))
    }
  }
  return pieces.map((piece) => piece.trim()).filter(Boolean)
}
