import { paths } from '#app/paths.ts'
import { useChatContext } from './chat-context.ts'

/** Stands in place of the composer where nothing can be sent, and says why. */
export function ReadingNote() {
  const { chatId, isOlder } = useChatContext()
  return (
    <p className="note">
      {isOlder ? (
        <>
          These are older messages. <a href={paths.chat(chatId)}>Go to the newest</a>
        </>
      ) : (
        <>
          This is a shared chat, to be read only. <a href={paths.newChat()}>Start your own</a>
        </>
      )}
    </p>
  )
}
