import { useEffect, useRef, useState } from 'react'
import type { ChatPhase } from '#hooks/chat/chat-session.ts'

/** Tells screen readers that a reply began and ended; never each token. */
export function ReplyAnnouncer({ phase }: { phase: ChatPhase }) {
  const [text, setText] = useState('')
  const wasBusy = useRef(false)
  const busy = phase !== 'idle'
  useEffect(() => {
    if (busy === wasBusy.current) return
    wasBusy.current = busy
    setText(busy ? 'Reply started' : 'Reply finished')
  }, [busy])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}
