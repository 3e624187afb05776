import type { ErrorKind } from '#app/page-message.ts'

const TEXTS: Record<ErrorKind, string> = {
  'key-refused':
    "The model provider refused this service's key. The person who runs this service should check OPENAI_API_KEY.",
  quota:
    'The quota of this service at the model provider is used up. The person who runs this service should check its plan and billing there.',
  'rate-limited':
    'The model provider gets too many requests from this service. Wait a minute, then try again.',
  'too-long':
    'This conversation is too long for the model. Start a new chat, or shorten the message.',
  'model-unknown':
    'The model provider does not have this model. Choose another one, and tell the person who runs this service to check the names of its models.',
  'content-refused':
    'The model or its provider refused to answer this. Put it in other words, then try again.',
  'provider-away': 'The model provider cannot be reached right now. Try again in a moment.',
  cut: 'The reply was cut off. What was written before is kept. Try again for a whole one.',
  empty: 'The model gave an empty reply. Try again, or put the message in other words.',
  unknown: 'Something went wrong while this reply was written. Try again.',
}

/**
 * Says why a reply failed and what to do about it.
 *
 * @param kind as the server told it; none for a reply from before failures had kinds
 */
export function failureText(kind: string | null | undefined): string {
  return isKnown(kind) ? TEXTS[kind] : TEXTS.unknown
}

function isKnown(kind: string | null | undefined): kind is ErrorKind {
  return typeof kind === 'string' && Object.hasOwn(TEXTS, kind)
}
