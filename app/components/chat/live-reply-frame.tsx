import { paths } from '#app/paths.ts'
import { MESSAGE_FORM_ID, useChatContext } from './chat-context.ts'

/** Without JavaScript: the reply as a document that grows while it is written, and a button to stop it. */
export function LiveReplyFrame() {
  const { chatId, readOnly } = useChatContext()
  if (readOnly) return null
  return (
    <noscript>
      <iframe className="live-frame" src={paths.liveReply(chatId)} title="Reply being written" />
      <button type="submit" className="button" form={MESSAGE_FORM_ID} name="intent" value="stop">
        Stop the reply
      </button>
    </noscript>
  )
}
