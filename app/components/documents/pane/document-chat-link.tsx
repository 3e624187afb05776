import { Link } from '@remix-run/react'
import type { MouseEvent, ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { keepDraft } from '#hooks/use-draft.ts'

type DocumentChatLinkProps = {
  chatId: string
  /** How the message begins that asks for something. */
  message: string
  className?: string
  children: ReactNode
}

/** Leads to the message field of a chat, with the beginning of a message in it. */
export function DocumentChatLink({ chatId, message, className, children }: DocumentChatLinkProps) {
  function onClick(event: MouseEvent) {
    const field = document.querySelector<HTMLTextAreaElement>('.composer textarea')
    if (!field) return keepDraft(chatId, message)
    if (!field.value) {
      field.value = message
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // Under the pane of a narrow screen it cannot be reached: there the pane closes.
    if (getComputedStyle(field).visibility !== 'visible') return
    event.preventDefault()
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }

  return (
    <Link className={className} to={paths.chat(chatId)} preventScrollReset onClick={onClick}>
      {children}
    </Link>
  )
}
