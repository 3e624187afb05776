import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { isChatModelId } from '#core/ai/chat-models.ts'
import { AppError } from '#core/app-error.ts'
import { MAX_CHAT_BYTES, updateChatBody } from '#core/chat/chat-schema.ts'
import { deleteChat, deleteChatAndDocuments } from '#core/chat/delete-chat.ts'
import { findMessage } from '#core/chat/find-message.ts'
import { conversationOf } from '#core/chat/newest-messages.ts'
import { type ConversationMessage, normaliseMessages } from '#core/chat/normalise-messages.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { updateChat } from '#core/chat/update-chat.ts'
import { startTurn } from '#core/replies/start-turn.ts'
import { stopReply } from '#core/replies/stop-reply.ts'
import { castVote } from '#core/votes/cast-vote.ts'
import { modelCookie } from '../../model-cookie.ts'
import { readChatInTurn } from '../limits/chat-turns.ts'
import { enforceUserLimit } from '../limits/enforce-limit.ts'
import { enforceTurnLimits } from '../limits/enforce-turn-limits.ts'
import { parseInput } from '../requests/parse-input.ts'
import { requireSession } from '../sessions/session.ts'
import { chosenModel, redirectToChat } from './chat-page.ts'
import { actionOf, type PageActionArgs } from './page-action.ts'
import { redirectTarget } from './redirect-target.ts'

/** Characters of a message's id that tell it apart within a chat. */
const MIN_ID_START = 8

type Action = PageActionArgs & { userId: string; chatId: string; messageId: string }

/** The intents that start a reply and count as chat turns; the others count as writes. */
const TURN_INTENTS = ['send', 'edit', 'retry']

/** The actions of a chat page, by the first word of the form's `intent`. */
const ACTIONS: Record<string, (action: Action) => Promise<Response>> = {
  send: async (action) =>
    startReply(action, [...(await loadConversation(action)), typedMessage(action, randomUUID())]),

  async edit(action) {
    const conversation = await loadConversation(action)
    const index = conversation.findIndex(
      ({ id, role }) => id === action.messageId && role === 'user',
    )
    const old = conversation[index]
    if (!old) throw messageGone()
    const files = old.parts.filter(({ type }) => type === 'file')
    const typed = typedMessage(action, old.id)
    const edited = { ...typed, parts: [...files, ...typed.parts] }
    return startReply(action, [...conversation.slice(0, index), edited])
  },

  async retry(action) {
    const conversation = await loadConversation(action)
    const last = conversation.findLastIndex(({ role }) => role === 'user')
    return startReply(action, conversation.slice(0, last + 1))
  },

  async stop({ context, chatId, userId }) {
    await stopReply(context, { chatId, userId })
    return redirectToChat(chatId)
  },

  up: (action) => vote(action, true),
  down: (action) => vote(action, false),

  rename: (action) => changeChat(action, { title: action.form.title }),
  share: (action) => changeChat(action, { visibility: action.form.visibility }),

  async delete({ context, em, chatId, userId, form }) {
    await stopReply(context, { chatId, userId })
    const remove = form.documents === 'delete' ? deleteChatAndDocuments : deleteChat
    await remove(em, { chatId, userId })
    const back = redirectTarget(form.redirectTo)
    return redirect(back.startsWith(`/chat/${chatId}`) ? '/' : back, 303)
  },
}

/**
 * Runs the action that a form of a chat page asks for. Everything that the page
 * does with JavaScript has such a form, so that it works without.
 *
 * @param chatId of the chat; a fresh one for a new chat
 */
export async function runChatAction(args: PageActionArgs, chatId: string): Promise<Response> {
  const { em, request, context, form } = args
  const session = await requireSession(em, request, context)
  const { user } = session
  const [intent = '', messageId = ''] = (form.intent ?? 'send').split(' ')
  const run = actionOf(ACTIONS, intent)
  if (TURN_INTENTS.includes(intent)) await enforceTurnLimits(context, session)
  else await enforceUserLimit(context, 'writes', user.id)
  return run({ ...args, chatId, userId: user.id, messageId })
}

/**
 * Loads the stored conversation, as much of its end as a client could send; it
 * is empty for a chat that does not exist yet.
 */
async function loadConversation({
  context,
  em,
  chatId,
  userId,
  params,
}: Action): Promise<ConversationMessage[]> {
  if (!params.chatId) return []
  const messages = await readChatInTurn(context, async () =>
    conversationOf(em, await openChat(em, { chatId, userId }), MAX_CHAT_BYTES),
  )
  return messages.filter(({ parts }) => parts.length > 0)
}

/** Makes the message that was typed into the form. */
function typedMessage({ form, chatId }: Action, id: string): ConversationMessage {
  const message = { id, role: 'user' as const, parts: [{ type: 'text', text: form.text ?? '' }] }
  const [normalised] = normaliseMessages(chatId, [message])
  if (!normalised) throw new AppError('invalid', 'The message is empty. Write something first.')
  return normalised
}

async function startReply(action: Action, conversation: ConversationMessage[]): Promise<Response> {
  const { request, context, chatId, userId, form } = action
  const model = isChatModelId(form.model) ? form.model : chosenModel(request)
  const { origin } = context
  await startTurn(context, {
    chatId,
    userId,
    conversation,
    selectedChatModel: model,
    streamFormat: null,
    origin,
  })
  return redirectToChat(chatId, form.model ? { 'Set-Cookie': modelCookie(model) } : undefined)
}

async function changeChat(
  { em, chatId, userId, form }: Action,
  fields: { title?: string | undefined; visibility?: string | undefined },
): Promise<Response> {
  const changes = parseInput(updateChatBody, fields)
  await updateChat(em, { chatId, userId, ...changes })
  return redirect(redirectTarget(form.redirectTo, `/chat/${chatId}`), 303)
}

/** A page has a form for each of hundreds of messages, so a form holds only the start of an id. */
async function vote(
  { em, chatId, userId, messageId: idStart }: Action,
  isUpvoted: boolean,
): Promise<Response> {
  const messageId =
    idStart.length >= MIN_ID_START ? await findMessage(em, { chatId, userId, idStart }) : null
  if (!messageId) throw messageGone()
  await castVote(em, { chatId, messageId, userId, isUpvoted })
  return redirect(`/chat/${chatId}#m-${idStart}`, 303)
}

function messageGone(): AppError {
  return new AppError('not-found', 'The message is not in this chat any more.')
}
