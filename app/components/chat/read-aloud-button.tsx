import { useRef, useState } from 'react'

/** Reads a reply aloud with the browser's voice, and stops that; only where the browser has one. */
export function ReadAloudButton() {
  const [isReading, setReading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!('speechSynthesis' in window)) return null

  async function toggle() {
    const { readAloud, stopReading } = await import('./read-aloud.ts')
    const message = button.current?.closest('.msg')
    if (isReading || !message) return stopReading()
    setReading(true)
    readAloud(message, () => setReading(false))
  }

  return (
    <button
      ref={button}
      type="button"
      className={`icon-button ${isReading ? 'i-stop' : 'i-speaker'}`}
      aria-label={isReading ? 'Stop reading' : 'Read aloud'}
      onClick={() => void toggle()}
    />
  )
}
