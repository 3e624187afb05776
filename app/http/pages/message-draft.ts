import { data } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import type { SignedIn } from '#core/users/sign-in.ts'
import type { RequestContext } from '../context.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { signedInRedirect } from '../sessions/session-response.ts'
import { redirectTarget } from './redirect-target.ts'

/** Bytes of a form at most that holds a message, which was not sent because the session had ended. */
export const MAX_DRAFT_BYTES = MAX_TEXT_LENGTH * 4 + 64 * 1024

const CHAT = /^\/chat\/([\da-f-]{36})$/i

/**
 * Sends a person who has just signed in to where they were. Where a message was
 * written there, the answer is a page that holds it: an address is too short for it.
 */
export function signedInWithDraft(
  signedIn: SignedIn,
  form: Record<string, string>,
  context: RequestContext,
) {
  const target = redirectTarget(form.redirectTo)
  if (!form.text) return signedInRedirect(signedIn, target, context)
  const chatId = target.match(CHAT)?.[1]
  const draft = { text: form.text, action: chatId ? paths.chat(chatId) : paths.newChatAction() }
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  headers.append('Set-Cookie', sessionCookie(signedIn.token, context.origin))
  return data({ draft }, { headers })
}
