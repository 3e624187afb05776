import { type FormEvent, useLayoutEffect, useRef } from 'react'
import { focusChat, type ListChanges, useChatChanges } from './use-chat-changes.ts'
import type { ChatTool, CloseTool } from './use-chat-tools.ts'

type RenameFormProps = { tool: ChatTool; list: ListChanges; onClose: CloseTool }

/** The title of a chat as a field in its row: Enter saves, Escape leaves it as it was. */
export function RenameForm({ tool, list, onClose }: RenameFormProps) {
  const { chat } = tool
  const input = useRef<HTMLInputElement>(null)
  const { rename } = useChatChanges(chat, list)
  const isDone = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function close(title: string | undefined) {
    if (isDone.current) return
    isDone.current = true
    if (title && title !== chat.title) rename(title)
    onClose(tool)
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    close(input.current?.value.trim())
    focusChat(chat.id)
  }
  return (
    <form onSubmit={onSubmit}>
      <input
        ref={input}
        name="title"
        defaultValue={chat.title}
        aria-label={`New title of “${chat.title}”`}
        maxLength={200}
        onBlur={(event) => close(event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The drawer of a narrow screen would close too.
          event.preventDefault()
          event.stopPropagation()
          close(undefined)
          focusChat(chat.id)
        }}
      />
    </form>
  )
}
