import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { isChatModelId } from '#core/ai/chat-models.ts'
import { AppError } from '#core/app-error.ts'
import { patchChatSchema } from '#core/chat/chat-schema.ts'
import { deleteChat } from '#core/chat/delete-chat.ts'
import { loadChat } from '#core/chat/load-chat.ts'
import { type ConversationMessage, normaliseMessages } from '#core/chat/normalise-messages.ts'
import { startTurn } from '#core/chat/start-turn.ts'
import { stopReply } from '#core/chat/stop-reply.ts'
import { updateChat } from '#core/chat/update-chat.ts'
import { castVote } from '#core/votes/cast-vote.ts'
import { parse } from '../api-route.ts'
import { takeUserLimit } from '../limits/take-limit.ts'
import { requireSession } from '../sessions/session.ts'
import { redirectToChat } from './chat-page.ts'
import { chosenModel, modelCookie } from './chosen-model.ts'
import type { PageActionArgs } from './page-action.ts'
import { redirectTarget } from './redirect-target.ts'

type Action = PageActionArgs & { userId: string; chatId: string; messageId: string }

/** The forms that have the model write; the others count as writes. */
const TURNS = ['send', 'edit', 'retry']

/** What the forms of a chat page can ask for, by the first word of their `intent`. */
const ACTIONS: Record<string, (action: Action) => Promise<Response>> = {
  send: async (action) =>
    answer(action, [...(await stored(action)), written(action, randomUUID())]),

  async edit(action) {
    const history = await stored(action)
    const at = history.findIndex(({ id, role }) => id === action.messageId && role === 'user')
    const old = history[at]
    if (!old) throw new AppError('not-found', 'The message is not in this chat any more.')
    const files = old.parts.filter(({ type }) => type === 'file')
    const text = written(action, old.id)
    return answer(action, [...history.slice(0, at), { ...text, parts: [...files, ...text.parts] }])
  },

  async retry(action) {
    const history = await stored(action)
    const last = history.findLastIndex(({ role }) => role === 'user')
    return answer(action, history.slice(0, last + 1))
  },

  async stop({ context, chatId, userId }) {
    await stopReply(context, { chatId, userId })
    return redirectToChat(chatId)
  },

  up: (action) => vote(action, true),
  down: (action) => vote(action, false),

  async rename({ em, chatId, userId, form }) {
    const { title } = parse(patchChatSchema, { title: form.title })
    await updateChat(em, { chatId, userId, ...(title && { title }) })
    return redirect(redirectTarget(form.redirectTo, `/chat/${chatId}`), 303)
  },

  async share({ em, chatId, userId, form }) {
    const { visibility } = parse(patchChatSchema, { visibility: form.visibility })
    await updateChat(em, { chatId, userId, ...(visibility && { visibility }) })
    return redirect(redirectTarget(form.redirectTo, `/chat/${chatId}`), 303)
  },

  async delete({ context, em, chatId, userId, form }) {
    await stopReply(context, { chatId, userId })
    await deleteChat(em, { chatId, userId })
    const back = redirectTarget(form.redirectTo)
    return redirect(back.startsWith(`/chat/${chatId}`) ? '/' : back, 303)
  },
}

/**
 * Runs what a form of a chat page asks for: all that the page does with
 * JavaScript works without.
 *
 * @param chatId of the chat; a fresh one for a new chat
 */
export async function runChatAction(args: PageActionArgs, chatId: string): Promise<Response> {
  const { em, request, context, form } = args
  const { user } = await requireSession(em, request, context)
  const [intent = '', messageId = ''] = (form.intent ?? 'send').split(' ')
  const run = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent] : undefined
  if (!run) throw new AppError('invalid', 'The form could not be read. Reload the page, try again.')
  await takeUserLimit(context, TURNS.includes(intent) ? 'chat' : 'writes', user.id)
  return run({ ...args, chatId, userId: user.id, messageId })
}

/** The stored conversation; none for a chat that is not there yet. */
async function stored({ em, chatId, userId, params }: Action): Promise<ConversationMessage[]> {
  if (!params.chatId) return []
  const { messages } = await loadChat(em, { chatId, userId })
  return messages.filter(({ parts }) => parts.length > 0)
}

/** The message that was typed, as the interface would take it. */
function written({ form, chatId }: Action, id: string): ConversationMessage {
  const message = { id, role: 'user' as const, parts: [{ type: 'text', text: form.text ?? '' }] }
  const [normalised] = normaliseMessages(chatId, [message])
  if (!normalised) throw new AppError('invalid', 'The message is empty. Write something first.')
  return normalised
}

async function answer(action: Action, conversation: ConversationMessage[]): Promise<Response> {
  const { request, context, chatId, userId, form } = action
  const model = isChatModelId(form.model) ? form.model : chosenModel(request)
  const { origin } = context
  await startTurn(context, { chatId, userId, conversation, selectedChatModel: model, origin })
  return redirectToChat(chatId, form.model ? { 'Set-Cookie': modelCookie(model) } : undefined)
}

/** A long page names hundreds of messages, so its forms say only the beginning of their ids. */
async function vote({ em, chatId, userId, messageId: start }: Action, isUpvoted: boolean) {
  const { messages } = await loadChat(em, { chatId, userId })
  const message = start.length >= 8 && messages.find(({ id }) => id.startsWith(start))
  if (!message) throw new AppError('not-found', 'The message is not in this chat any more.')
  await castVote(em, { chatId, messageId: message.id, userId, isUpvoted })
  return redirect(`/chat/${chatId}#m-${start}`, 303)
}
