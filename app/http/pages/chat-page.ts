import type { LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { AppError, isAppError } from '#core/app-error.ts'
import { type ChatMessage, type LoadedChat, loadChat } from '#core/chat/load-chat.ts'
import { listVotes } from '#core/votes/list-votes.ts'
import { type PackedMessage, packMessage } from '../../page-message.ts'
import { chosenModel } from './chosen-model.ts'
import { getPageSession, requirePageSession } from './page-session.ts'

const uuid = z.uuid().toLowerCase()

/**
 * Reads the chat's id out of the address.
 *
 * @throws {AppError} not-found
 */
export function chatIdOf(params: { chatId?: string | undefined }): string {
  const parsed = uuid.safeParse(params.chatId)
  if (!parsed.success) throw new AppError('not-found', 'There is no chat at this address.')
  return parsed.data
}

/**
 * Loads what the page of a chat shows: the visitor's own, or one that its owner
 * has made public. Who is signed out and may not read it is sent to sign in.
 */
export async function loadChatPage({ request, params, context }: LoaderFunctionArgs) {
  const chatId = chatIdOf(params)
  const session = await getPageSession(context, request)
  const chat = await loadReadable(context.services.orm.em.fork(), chatId, session?.user.id ?? null)
  if (!chat) {
    await requirePageSession(context, request)
    throw new AppError('not-found', 'There is no chat here, or it belongs to another account.')
  }
  const votes =
    chat.isOwner && session
      ? await listVotes(context.services.orm.em.fork(), { chatId, userId: session.user.id })
      : []
  return {
    id: chat.id,
    title: chat.title,
    visibility: chat.visibility,
    isOwner: chat.isOwner,
    messages: chat.messages.map(toPageMessage),
    votes: Object.fromEntries(
      votes.map(({ messageId, isUpvoted }) => [
        messageId,
        isUpvoted ? ('up' as const) : ('down' as const),
      ]),
    ),
    model: chosenModel(request),
    editing: new URL(request.url).searchParams.get('edit'),
  }
}

/** Loads what the options of a chat (rename, share, delete) show to its owner. */
export async function loadChatOptions({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requirePageSession(context, request)
  const em = context.services.orm.em.fork()
  const chat = await loadReadable(em, chatIdOf(params), user.id)
  if (!chat?.isOwner) {
    throw new AppError('not-found', 'There is no chat here, or it belongs to another account.')
  }
  const { id, title, visibility } = chat
  return { id, title, visibility }
}

async function loadReadable(
  em: Parameters<typeof loadChat>[0],
  chatId: string,
  userId: string | null,
): Promise<(LoadedChat & { isOwner: boolean }) | null> {
  try {
    return await loadChat(em, { chatId, userId, readPublic: true })
  } catch (error) {
    if (isAppError(error) && (error.code === 'not-found' || error.code === 'not-owner')) return null
    throw error
  }
}

/** Only what the page needs: all of it goes over the wire twice, as HTML and as data. */
function toPageMessage({ id, role, parts, status }: ChatMessage): PackedMessage {
  return packMessage({
    id,
    role,
    parts: parts.filter(({ type }) => type !== 'step-start'),
    ...(status !== 'complete' && { status }),
  })
}

export function redirectToChat(chatId: string, headers?: HeadersInit) {
  return redirect(`/chat/${chatId}`, { status: 303, ...(headers && { headers }) })
}
