import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '#app/paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { ChatOptions } from './chat-options-page.tsx'
import { ShareFields, ShareLink } from './share-fields.tsx'

/** Shares a chat: the same form as on the page of its options, over the conversation. */
export default function ShareDialog({ chatId, onClose }: { chatId: string; onClose(): void }) {
  const options = useFetcher<ChatOptions>()
  const form = useFetcher<{ message?: string }>()
  const { load } = options
  useEffect(() => load(paths.chatOptions(chatId)), [load, chatId])
  const chat = options.data
  return (
    <Dialog title="Share this chat" onClose={onClose}>
      {chat ? (
        <form.Form method="post" action={paths.chat(chatId)} className="share-form">
          {/* Back to what is open now, such as a document beside the chat. */}
          <input type="hidden" name="redirectTo" value={location.pathname + location.search} />
          {chat.visibility === 'public' && <ShareLink chatId={chatId} origin={chat.origin} />}
          <ShareFields chat={chat} />
        </form.Form>
      ) : (
        <p role="status">Loading…</p>
      )}
      <p role="status" className="note">
        {form.data?.message}
      </p>
    </Dialog>
  )
}
