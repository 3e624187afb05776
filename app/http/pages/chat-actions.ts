import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { isChatModelId } from '#core/ai/chat-models.ts'
import { AppError } from '#core/app-error.ts'
import { MAX_CHAT_BYTES, updateChatBody } from '#core/chat/chat-schema.ts'
import { deleteChat, deleteChatAndDocuments } from '#core/chat/delete-chat.ts'
import { findMessage } from '#core/chat/find-message.ts'
import { conversationOf } from '#core/chat/newest-messages.ts'
import { type ConversationMessage, normaliseMessages } from '#core/chat/normalise-messages.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { shareChat } from '#core/chat/share-chat.ts'
import { showMessage } from '#core/chat/show-message.ts'
import { isTextFilePart, typedText } from '#core/chat/text-file.ts'
import { updateChat } from '#core/chat/update-chat.ts'
import { startTurn } from '#core/replies/start-turn.ts'
import { stopReply } from '#core/replies/stop-reply.ts'
import { castVote } from '#core/votes/cast-vote.ts'
import { modelCookie } from '../../model-cookie.ts'
import { paths } from '../../paths.ts'
import { readChatInTurn } from '../limits/chat-turns.ts'
import { enforceUserLimit } from '../limits/enforce-limit.ts'
import { enforceTurnLimits } from '../limits/enforce-turn-limits.ts'
import { parseInput } from '../requests/parse-input.ts'
import { chosenModel, redirectToChat } from './chat-page.ts'
import { actionOf, type PageActionArgs } from './page-action.ts'
import { requirePageSession, requireWriterSession } from './page-session.ts'
import { redirectTarget } from './redirect-target.ts'

/** Characters of a message's id that tell it apart within a chat. */
const MIN_ID_START = 8

/** The field of a document that is chosen to be shared. */
const DOCUMENT_FIELD = /^document ([\da-f-]{36})$/

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
    const images = old.parts.filter(({ type }) => type === 'file')
    const typed = typedMessage(action, old.id)
    const edited = {
      ...typed,
      parts: [...images, ...typed.parts, ...old.parts.filter(isTextFilePart)],
    }
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

  async show({ em, chatId, userId, messageId }) {
    if (!isUuid(messageId)) throw messageGone()
    await showMessage(em, { chatId, userId, messageId })
    return redirect(paths.chatMessage(chatId, messageId), 303)
  },

  up: (action) => vote(action, true),
  down: (action) => vote(action, false),

  rename: (action) => changeChat(action, { title: action.form.title }),
  share: (action) => share(action),
  instruct: (action) =>
    changeChat(action, { instructions: (action.form.instructions ?? '').replaceAll('\r\n', '\n') }),
  pin: (action) => changeChat(action, { pinned: true }),
  unpin: (action) => changeChat(action, { pinned: false }),
  archive: (action) => changeChat(action, { archived: true }, '/'),
  restore: (action) => changeChat(action, { archived: false }),

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
  const { request, context, form } = args
  const findSession = form.text ? requireWriterSession : requirePageSession
  const session = await findSession(context, request)
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
  const message = {
    id,
    role: 'user' as const,
    parts: [{ type: 'text', text: typedText(form.text ?? '') }],
  }
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
  fields: { [Name in keyof z.infer<typeof updateChatBody>]: unknown },
  next = `/chat/${chatId}`,
): Promise<Response> {
  const changes = parseInput(updateChatBody, fields)
  await updateChat(em, { chatId, userId, ...changes })
  return redirect(redirectTarget(form.redirectTo, next), 303)
}

/** Shares the documents that are chosen; a chat that becomes private forgets them. */
async function share({ em, chatId, userId, form }: Action): Promise<Response> {
  const chosen = Object.keys(form).flatMap((name) => name.match(DOCUMENT_FIELD)?.[1] ?? [])
  const isPublic = form.visibility === 'public'
  const choices: Record<string, string[] | 'all'> = { all: 'all', chosen }
  const changes = parseInput(updateChatBody, {
    visibility: form.visibility,
    sharedDocuments: (isPublic && choices[form.documents ?? '']) || [],
  })
  const { visibility, sharedDocuments: documents = [] } = changes
  await shareChat(em, { chatId, userId, visibility, documents })
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

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

function messageGone(): AppError {
  return new AppError('not-found', 'The message is not in this chat any more.')
}
