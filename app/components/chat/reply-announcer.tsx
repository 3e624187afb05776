import { useEffect, useRef, useState } from 'react'
import type { ChatPhase } from '#hooks/chat/chat-state.ts'

/** Tells screen readers that a reply began and ended (never each token), and that something was copied. */
export function ReplyAnnouncer({ phase, copied }: { phase: ChatPhase; copied: string }) {
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
      {copied || text}
    </p>
  )
}
