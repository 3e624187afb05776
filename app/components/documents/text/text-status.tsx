import type { TextController } from './text-controller.ts'
import { useTextView } from './use-text-view.ts'

/** The number of words, and why a text is shown as source. */
export function TextStatus({ controller }: { controller: TextController }) {
  const { words, selectedWords, note } = useTextView(controller)
  return (
    <div className="text-status">
      <p role="status">{note}</p>
      {words !== null && (
        <p>{selectedWords ? `${selectedWords} of ${inWords(words)}` : inWords(words)}</p>
      )}
    </div>
  )
}

function inWords(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'word' : 'words'}`
}
