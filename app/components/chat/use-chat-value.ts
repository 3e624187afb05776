import { useMemo } from 'react'
import type { ChatSession } from '#hooks/chat/chat-session.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { type ChatContextValue, MESSAGE_FORM_ID } from './chat-context.ts'

type Shared = Pick<
  ChatContextValue,
  'chatId' | 'readOnly' | 'isForeign' | 'isOlder' | 'documents' | 'vote' | 'setEditing'
> & {
  session: ChatSession
  /** The model that answers a message that is sent again. */
  model: string
  scrollToLatest(): void
}

/** Makes what the components of a chat page share; it changes only with what it is made of. */
export function useChatValue(shared: Shared): ChatContextValue {
  const { chatId, readOnly, isForeign, isOlder, documents, vote, setEditing } = shared
  const { session, model, scrollToLatest } = shared
  const hydrated = useHydrated()
  return useMemo(
    () => ({
      chatId,
      readOnly,
      isForeign,
      isOlder,
      hydrated,
      drafts: session.drafts,
      documents,
      vote,
      setEditing,
      showVersion: session.showVersion,
      retry() {
        const asked = session.getSnapshot().messages.findLast(({ role }) => role === 'user')
        // The page does not have all of it; the form needs nothing of it.
        if (asked?.isCut) return submitRetry()
        void session.retry(model)
      },
      edit(messageId: string, text: string) {
        setEditing(null)
        scrollToLatest()
        void session.edit(messageId, text, model)
      },
    }),
    [
      chatId,
      readOnly,
      isForeign,
      isOlder,
      hydrated,
      documents,
      vote,
      setEditing,
      session,
      model,
      scrollToLatest,
    ],
  )
}

/** Asks for another reply with the form that works without JavaScript. */
function submitRetry() {
  const form = document.getElementById(MESSAGE_FORM_ID)
  if (!(form instanceof HTMLFormElement)) return
  const intent = Object.assign(document.createElement('input'), { type: 'hidden' })
  form.append(Object.assign(intent, { name: 'intent', value: 'retry' }))
  form.submit()
}
