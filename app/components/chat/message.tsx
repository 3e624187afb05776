import { memo } from 'react'
import type { PageMessage } from '#app/page-message.ts'
import { AssistantMessage } from './assistant-message.tsx'
import type { VoteType } from './chat-context.ts'
import { UserMessage } from './user-message.tsx'

export type MessageProps = {
  message: PageMessage
  vote: VoteType | undefined
  /** Whether it is the last message of its role, which can be edited or written again. */
  isLast: boolean
  editing: boolean
}

/** One message. It renders again only when it changes. */
export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === 'user' ? (
    <UserMessage {...props} />
  ) : (
    <AssistantMessage {...props} />
  )
})
