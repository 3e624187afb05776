import { showToast } from '#components/ui/toast.ts'
import type { LiveHint } from '#core/live/live-hint.ts'
import type { ChatSession } from '../chat/chat-session.ts'
import type { Votes } from '../use-votes.ts'
import type { LiveChat } from './use-live-chat.ts'

const DELETED =
  'This chat was deleted in another tab or on another device. What you have typed is still here; if you send it, the conversation is stored anew.'

/** Hints are answered one after the other: one may have shown what the next tells of. */
let queue: Promise<unknown> = Promise.resolve()

/** Loads what a hint tells of, and shows it. */
export function answerHint(hint: LiveHint, chat: LiveChat): Promise<void> {
  const answered = queue.then(() => answer(hint, chat))
  queue = answered.catch(() => {})
  return answered
}

async function answer(hint: LiveHint, chat: LiveChat) {
  const { chatId, session, showVotes } = chat
  if (hint.type === 'missed') {
    await Promise.all([reload(chat), reloadVotes(chatId, showVotes)])
  } else if (hint.type === 'chat') {
    if (hint.event === 'deleted') session.showProblem(DELETED)
    if (hint.event === 'votes') await reloadVotes(chatId, showVotes)
    if (hint.event === 'shown') await reload(chat)
    if (hint.event === 'reply') await followReply(hint, chat)
  }
}

/** A reply that was asked for here is shown already, as it ends here too. */
async function followReply(
  { messageId, status }: Extract<LiveHint, { type: 'chat' }>,
  chat: LiveChat,
) {
  await untilIdle(chat.session)
  const last = chat.session.getSnapshot().messages.at(-1)
  const shown = last?.status ?? 'complete'
  if (last?.id === messageId && (status === 'streaming' || status === shown)) return
  await reload(chat)
  // The stream tells only that it was ended early.
  const isStoppedElsewhere = last?.id === messageId && status === 'stopped'
  if (isStoppedElsewhere) showToast({ text: 'Stopped in another tab or on another device.' })
}

async function reload({ session }: LiveChat) {
  await untilIdle(session)
  if (!(await session.refresh())) session.showProblem(DELETED)
}

async function reloadVotes(chatId: string, showVotes: (votes: Votes) => void) {
  const response = await fetch(`/api/vote?chatId=${chatId}`)
  if (!response.ok) return
  const votes = (await response.json()) as { messageId: string; isUpvoted: boolean }[]
  showVotes(
    Object.fromEntries(
      votes.map(({ messageId, isUpvoted }) => [messageId, isUpvoted ? 'up' : 'down']),
    ),
  )
}

/** Resolves when nothing is sent or read in the session. */
function untilIdle(session: ChatSession): Promise<void> {
  return new Promise((resolve) => {
    const isIdle = () => session.getSnapshot().phase === 'idle'
    if (isIdle()) return resolve()
    const unsubscribe = session.subscribe(() => {
      if (!isIdle()) return
      unsubscribe()
      resolve()
    })
  })
}
