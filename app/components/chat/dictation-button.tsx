import type { RefObject } from 'react'
import { useDictation } from '#hooks/dictation/use-dictation.ts'

const ANNOUNCEMENTS = {
  off: '',
  asking: 'Waiting for the microphone',
  listening: 'Listening. Escape ends dictation.',
  ended: 'Dictation has ended',
}

/** Writes into the message what is spoken, and stops that. */
export default function DictationButton({ field }: { field: RefObject<HTMLTextAreaElement> }) {
  const { phase, isOn, problem, toggle } = useDictation(field)
  return (
    <>
      {problem && (
        <p role="alert" className="note bad">
          {problem}
        </p>
      )}
      <span className="sr-only" role="status">
        {!problem && ANNOUNCEMENTS[phase]}
      </span>
      <button
        type="button"
        className={`icon-button dictate ${isOn ? 'i-stop' : 'i-microphone'}`}
        aria-label={isOn ? 'Stop dictating' : 'Dictate'}
        data-phase={phase}
        onClick={toggle}
      />
    </>
  )
}
