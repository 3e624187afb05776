import { useCallback, useRef, useState } from 'react'
import type { ChatProblem } from './chat/chat-types.ts'
import { readProblem } from './chat/read-problem.ts'

/** The votes by message id. */
export type Votes = Record<string, 'up' | 'down'>

/** The votes of a chat. A vote is shown at once, and undone when the server refuses it. */
export function useVotes(chatId: string, initial: Votes) {
  const [votes, setVotes] = useState(initial)
  const latestVotes = useRef(initial)
  const [problem, setProblem] = useState<ChatProblem | null>(null)

  const vote = useCallback(
    async (messageId: string, type: 'up' | 'down') => {
      const previous = latestVotes.current[messageId]
      const show = (vote: 'up' | 'down' | undefined) => {
        const { [messageId]: _, ...others } = latestVotes.current
        latestVotes.current = vote ? { ...others, [messageId]: vote } : others
        setVotes(latestVotes.current)
      }
      setProblem(null)
      show(type)
      const refusal = await castVote(chatId, messageId, type)
      if (!refusal) return
      show(previous)
      setProblem(refusal)
    },
    [chatId],
  )
  /** Shows the votes as they are stored. */
  const showVotes = useCallback((stored: Votes) => {
    latestVotes.current = stored
    setVotes(stored)
  }, [])
  return { votes, vote, showVotes, problem }
}

async function castVote(chatId: string, messageId: string, type: 'up' | 'down') {
  try {
    const response = await fetch('/api/vote', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chatId, messageId, type }),
    })
    return response.ok ? null : readProblem(response)
  } catch {
    return { detail: 'The vote could not be sent. Check your connection, then try again.' }
  }
}
