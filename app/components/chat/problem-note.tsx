import { paths } from '#app/paths.ts'
import type { ChatProblem } from '#hooks/chat/chat-types.ts'

type ProblemNoteProps = {
  problem: ChatProblem | null
  /** Of a form that was refused (without JavaScript). */
  message: string | undefined
  chatId: string
}

/** What went wrong, above the composer, where the text still stands. */
export function ProblemNote({ problem, message, chatId }: ProblemNoteProps) {
  const detail = problem?.detail ?? message
  return (
    <div role="alert">
      {detail && (
        <p className="note bad">
          {detail} {problem?.signedOut && <a href={paths.login(paths.chat(chatId))}>Sign in</a>}
        </p>
      )}
    </div>
  )
}
