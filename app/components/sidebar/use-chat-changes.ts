import { useLocation, useNavigate } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { SidebarChat } from '#app/sidebar-chat.ts'
import { readProblem } from '#hooks/chat/read-problem.ts'
import { showToast } from '../ui/toast.ts'
import { deleteLater, finishDeletion, undoDeletion } from './delete-later.ts'
import { renamedChats } from './renamed-chats.ts'
import type { ChatChange } from './use-chat-list.ts'

/** Of the list, which is there as long as the page. */
export type ListChanges = {
  /** Shows a change; null shows again what was loaded. */
  show(chatId: string, change: ChatChange | null): void
  /** Loads the list again. */
  revalidate(): void
}

type Changes = { title?: string; pinned?: boolean; archived?: boolean }

/** How long a deletion can be undone, unless the pointer or the focus is on the offer. */
const UNDO_SECONDS = 8
const UNREACHABLE = 'The server cannot be reached. Check your connection, then try again.'

/**
 * The changes of a chat in the list. Each is shown at once, and taken back when
 * the server refuses it.
 */
export function useChatChanges(chat: SidebarChat, { show, revalidate }: ListChanges) {
  const { id } = chat
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isOpen = pathname.startsWith(paths.chat(id))

  async function send(changes: Changes, shown: ChatChange) {
    show(id, shown)
    const problem = await patch(id, changes)
    if (problem) {
      show(id, null)
      showToast({ text: problem })
      return false
    }
    if (changes.title) renamedChats.set(id, changes.title)
    revalidate()
    return true
  }

  return {
    rename: (title: string) => void send({ title }, { title }),

    pin(pinned: boolean) {
      void send({ pinned }, { pinnedAt: pinned ? new Date().toISOString() : null })
    },

    async archive() {
      focusNeighbour(id)
      if (!(await send({ archived: true }, { isGone: true }))) return
      showToast({
        text: 'Chat archived.',
        action: {
          label: 'Undo',
          onSelect() {
            show(id, null)
            focusChat(id)
            void patch(id, chat.pinnedAt ? { pinned: true } : { archived: false }).then(() =>
              revalidate(),
            )
          },
        },
      })
    },

    remove() {
      focusNeighbour(id)
      show(id, { isGone: true })
      if (isOpen) navigate(paths.newChat())
      deleteLater(id, (isDeleted) => {
        if (isDeleted) return revalidate()
        show(id, null)
        showToast({ text: `“${chat.title}” could not be deleted. ${UNREACHABLE}` })
      })
      showToast({
        text: 'Chat deleted.',
        seconds: UNDO_SECONDS,
        onEnd: () => void finishDeletion(id),
        action: {
          label: 'Undo',
          onSelect() {
            if (!undoDeletion(id)) return
            show(id, null)
            if (isOpen) navigate(paths.chat(id))
            focusChat(id)
          },
        },
      })
    },
  }
}

/** @returns what went wrong, in words; null when the server has made the change */
async function patch(chatId: string, changes: Changes): Promise<string | null> {
  try {
    const response = await fetch(`/api/chat?id=${chatId}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(changes),
    })
    return response.ok ? null : (await readProblem(response)).detail
  } catch {
    return UNREACHABLE
  }
}

/** Moves the focus to a chat of the list, once it is shown. */
export function focusChat(chatId: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`.history li > a[href="${paths.chat(chatId)}"]`)?.focus()
  })
}

/** Moves the focus from a chat that goes to the one after it, or before it. */
function focusNeighbour(chatId: string): void {
  const links = [...document.querySelectorAll<HTMLElement>('.history li > a:first-child')]
  const index = links.findIndex((link) => link.getAttribute('href') === paths.chat(chatId))
  const next = links[index + 1] ?? links[index - 1] ?? document.querySelector('.new-chat')
  if (next instanceof HTMLElement) next.focus()
}
