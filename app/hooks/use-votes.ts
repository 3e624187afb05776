import { useCallback, useRef, useState } from 'react'
import type { ChatProblem } from './chat/chat-types.ts'
import { readProblem } from './chat/read-problem.ts'

/** By message id. */
export type Votes = Record<string, 'up' | 'down'>

/** The votes of a chat: shown at once, taken back when the server refuses. */
export function useVotes(chatId: string, initial: Votes) {
  const [votes, setVotes] = useState(initial)
  const current = useRef(initial)
  const [problem, setProblem] = useState<ChatProblem | null>(null)

  const vote = useCallback(
    async (messageId: string, type: 'up' | 'down') => {
      const before = current.current[messageId]
      const show = (vote: 'up' | 'down' | undefined) => {
        const { [messageId]: _, ...others } = current.current
        current.current = vote ? { ...others, [messageId]: vote } : others
        setVotes(current.current)
      }
      setProblem(null)
      show(type)
      const refused = await castVote(chatId, messageId, type)
      if (!refused) return
      show(before)
      setProblem(refused)
    },
    [chatId],
  )
  return { votes, vote, problem }
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
