import { useRef, useState } from 'react'

type CopyTextProps = { text: string; label: string }

/** A text that is copied by a button; without JavaScript, one click selects all of it. */
export function CopyText({ text, label }: CopyTextProps) {
  const shown = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setAnswer('Copied')
    } catch {
      // Over plain http the browser offers no clipboard: the text is ready to be copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setAnswer('Selected: copy it with the keyboard')
    }
  }

  return (
    <div className="copy-text">
      <code ref={shown}>{text}</code>
      <button type="button" className="button small needs-js" onClick={copy}>
        {label}
      </button>
      <span role="status" className="muted">
        {answer}
      </span>
    </div>
  )
}
