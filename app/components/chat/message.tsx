import { memo } from 'react'
import type { PageMessage } from '#hooks/chat/chat-types.ts'
import { AssistantMessage } from './assistant-message.tsx'
import type { VoteType } from './chat-context.ts'
import { UserMessage } from './user-message.tsx'

export type MessageProps = {
  message: PageMessage
  vote: VoteType | undefined
  /** The last of its role: what can be edited, or asked for again. */
  isLast: boolean
  editing: boolean
}

/** One message; rendered again only when it changes. */
export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === 'user' ? (
    <UserMessage {...props} />
  ) : (
    <AssistantMessage {...props} />
  )
})
