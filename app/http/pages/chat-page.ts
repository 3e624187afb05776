import { redirect } from '@remix-run/node'
import {
  CHAT_MODELS,
  type ChatModelId,
  DEFAULT_CHAT_MODEL,
  isChatModelId,
} from '#core/ai/chat-models.ts'
import type { Models } from '#core/ai/models.ts'
import { AppError, isAppError } from '#core/app-error.ts'
import { chatPath } from '#core/chat/chat-schema.ts'
import { findChat } from '#core/chat/find-chat.ts'
import {
  type MessageWindow,
  type NewestMessages,
  newestMessages,
  OPENED_FOR_PAGE,
} from '#core/chat/newest-messages.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { readSharedDocuments } from '#core/chat/share-chat.ts'
import { readInstructions } from '#core/instructions/read-instructions.ts'
import { listChatDocuments } from '#core/library/list-chat-documents.ts'
import { listVotes } from '#core/votes/list-votes.ts'
import type { EntityManager } from '#db/orm.ts'
import { readChatInTurn } from '#http/limits/chat-turns.ts'
import { MODEL_COOKIE } from '../../model-cookie.ts'
import { idOf, type PackedMessage, packMessage } from '../../page-message.ts'
import type { PageLoaderArgs } from './page-loader.ts'
import { getPageSession, requirePageSession } from './page-session.ts'
import { loadShownDocuments } from './shown-documents.ts'

const MODEL_COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${MODEL_COOKIE}=([\\w-]{1,40})`)

/** Bytes of messages that a page shows; the others are on pages of their own. */
const PAGE_BYTES = 1024 * 1024

/**
 * Reads the chat's id out of the address.
 *
 * @throws {AppError} not-found
 */
export function chatIdOf(params: { chatId?: string | undefined }): string {
  const parsed = chatPath.safeParse(params)
  if (!parsed.success) throw new AppError('not-found', 'There is no chat at this address.')
  return parsed.data.chatId
}

/**
 * Loads what the page of a chat shows: the visitor's own, or one that its owner
 * has made public. A visitor who is signed out and may not read it is sent to
 * sign in.
 */
export async function loadChatPage({ request, params, context, em }: PageLoaderArgs) {
  const chatId = chatIdOf(params)
  const session = await getPageSession(context, request)
  const userId = session?.user.id ?? null
  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get('message') ?? undefined
  const editing = searchParams.get('edit')
  const chat = await readShownChat(context, em, {
    chatId,
    userId,
    before: searchParams.get('before') ?? undefined,
    message: wanted ?? editing ?? undefined,
    whole: searchParams.has('print'),
  })
  if (!chat) {
    await requirePageSession(context, request)
    throw noChatHere()
  }
  return {
    ...chat,
    wanted: chat.messages.some((message) => idOf(message) === wanted) ? wanted : undefined,
    model: chosenModel(request),
    editing,
    /** Its public address, for whoever is sent it. */
    ...(chat.visibility === 'public' && { url: `${context.origin}/chat/${chat.id}` }),
  }
}

/**
 * Reads a chat as its page shows it: some of its messages, with their votes and
 * the documents that they name; null when the visitor may not read it.
 */
export async function readShownChat(
  context: PageLoaderArgs['context'],
  em: EntityManager,
  { chatId, userId, ...window }: { chatId: string; userId: string | null } & MessageWindow,
) {
  const chat = await readChatInTurn(context, async () => {
    const isNewest = Object.values(window).every((id) => id === undefined)
    const opened = await findReadableChat(em, {
      chatId,
      userId,
      newest: isNewest ? OPENED_FOR_PAGE : undefined,
    })
    if (!opened) return null
    const { summary, isOwner, isTemporary } = opened
    const newest = await newestMessages(em, opened, { maxBytes: PAGE_BYTES, ...window })
    return { ...summary, isOwner, isTemporary, ...newest }
  })
  if (!chat) return null
  const [documents, votes] = await Promise.all([
    loadShownDocuments(em, chat, userId),
    chat.isOwner && userId ? listVotes(em, { chatId, userId }) : [],
  ])
  const modelNames = idsByName(context.services.models)
  return {
    id: chat.id,
    title: chat.title,
    visibility: chat.visibility,
    isOwner: chat.isOwner,
    isTemporary: chat.isTemporary,
    messages: chat.messages.map((message) => toPageMessage(message, modelNames)),
    hasOlder: chat.hasOlder,
    isOlder: chat.hasNewer,
    votes: Object.fromEntries(
      votes.map(({ messageId, isUpvoted }) => [
        messageId,
        isUpvoted ? ('up' as const) : ('down' as const),
      ]),
    ),
    documents,
  }
}

/** Loads what the page of a chat's options (documents, rename, share, delete) shows to its owner. */
export async function loadChatOptions({ request, params, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const chat = await findChat(em, { chatId: chatIdOf(params), userId: user.id })
  if (!chat) throw noChatHere()
  const { id, title, visibility } = chat
  const isPinned = chat.pinnedAt !== null
  const isArchived = chat.archivedAt !== null
  const isTemporary = chat.expiresAt !== null
  const { documents, count } = await listChatDocuments(em, { chatId: id, userId: user.id })
  const { chat: instructions } = await readInstructions(em, { chatId: id, userId: user.id })
  const shared = await readSharedDocuments(em, { chatId: id, userId: user.id })
  const { origin } = context
  const flags = { isPinned, isArchived, isTemporary }
  const listed = { documents, documentCount: count }
  return { id, title, visibility, ...flags, ...listed, instructions, shared, origin }
}

/** Finds a chat that the visitor may read; null when there is none. */
async function findReadableChat(
  em: EntityManager,
  which: { chatId: string; userId: string | null; newest: number | undefined },
) {
  try {
    return await openChat(em, { ...which, readPublic: true, withAlternatives: true })
  } catch (error) {
    if (isAppError(error) && (error.code === 'not-found' || error.code === 'not-owner')) return null
    throw error
  }
}

/** The same for both cases, so that a page does not show which ids exist. */
function noChatHere(): AppError {
  return new AppError('not-found', 'There is no chat here, or it belongs to another account.')
}

/** The ids of the models by the provider's names, with which replies are stored; a name of several stays. */
function idsByName(models: Models): Map<string, string> {
  const named = CHAT_MODELS.map(({ id }) => ({ id, name: models.chat(id).name }))
  const isOnly = (name: string) => named.filter((each) => each.name === name).length === 1
  return new Map(named.filter(({ name }) => isOnly(name)).map(({ id, name }) => [name, id]))
}

/** Keeps what the page needs: all of it is sent twice, as HTML and as data. */
function toPageMessage(
  {
    id,
    role,
    parts,
    status,
    errorKind,
    createdAt,
    model,
    usage,
    alternatives,
    isCut,
  }: NewestMessages['messages'][number],
  modelNames: Map<string, string>,
): PackedMessage {
  return packMessage({
    id,
    role,
    parts: parts.filter(({ type }) => type !== 'step-start'),
    ...(status !== 'complete' && { status }),
    ...(errorKind && { errorKind }),
    createdAt,
    ...(model && { model: modelNames.get(model) ?? model }),
    ...(usage && { usage }),
    ...(alternatives && { alternatives }),
    ...(isCut && { isCut }),
  })
}

/** Redirects to the page of a chat, after one of its forms. */
export function redirectToChat(chatId: string, headers?: HeadersInit) {
  return redirect(`/chat/${chatId}`, { status: 303, ...(headers && { headers }) })
}

/** Reads the model that the visitor chose last out of its cookie. */
export function chosenModel(request: Request): ChatModelId {
  const value = request.headers.get('cookie')?.match(MODEL_COOKIE_PATTERN)?.[1]
  return isChatModelId(value) ? value : DEFAULT_CHAT_MODEL
}
