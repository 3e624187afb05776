import { memo } from 'react'
import { AssistantMessage } from './assistant-message.tsx'
import type { MessageProps } from './chat-context.ts'
import { UserMessage } from './user-message.tsx'

/** One message. It renders again only when it changes. */
export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === 'user' ? (
    <UserMessage {...props} />
  ) : (
    <AssistantMessage {...props} />
  )
})
