import { useEffect, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { ChatPhase } from '#hooks/chat/chat-state.ts'
import type { ChatProblem } from '#hooks/chat/chat-types.ts'

type ReplyAnnouncerProps = {
  phase: ChatPhase
  /** How the last reply ended, when it is not complete. */
  ending: string | undefined
  /** What a tool of the reply does, or how it ended. */
  news: string | undefined
  /** Announced in place of the reply, while it is not empty. */
  copyAnnouncement: string
}

/** Tells screen readers when a reply starts, uses tools and ends, rather than every word of it, and what was copied. */
export function ReplyAnnouncer({ phase, ending, news, copyAnnouncement }: ReplyAnnouncerProps) {
  const [text, setText] = useState('')
  const wasBusy = useRef(false)
  const busy = phase !== 'idle'
  useEffect(() => {
    if (busy === wasBusy.current) return
    wasBusy.current = busy
    setText(busy ? 'Reply started' : (ending ?? 'Reply finished'))
  }, [busy, ending])
  useEffect(() => {
    if (busy && news) setText(news)
  }, [busy, news])
  return (
    <p className="sr-only" role="status">
      {copyAnnouncement || text}
    </p>
  )
}

type ProblemNoteProps = {
  problem: ChatProblem | null
  /** Why a form was refused (without JavaScript). */
  formMessage: string | undefined
  /** Where the chat is; of one that is not stored yet, where it is begun. */
  path: string
}

/** What went wrong; shown above the composer, which still holds the text. */
export function ProblemNote({ problem, formMessage, path }: ProblemNoteProps) {
  const detail = problem?.detail ?? formMessage
  return (
    <div role="alert">
      {detail && (
        <p className="note bad">
          {detail} {problem?.signedOut && <a href={paths.login(path)}>Sign in</a>}
        </p>
      )}
    </div>
  )
}
