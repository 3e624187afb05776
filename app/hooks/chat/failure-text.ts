import type { ErrorKind } from '#app/page-message.ts'

/** What the reader of a failed reply can do about it. */
type FailureAction = 'retry' | 'new-chat'

type Failure = { text: string; action?: FailureAction }

const FAILURES: Record<ErrorKind, Failure> = {
  'key-refused': {
    text: "The model provider refused this service's key. The person who runs this service should check OPENAI_API_KEY.",
  },
  quota: {
    text: 'The quota of this service at the model provider is used up. The person who runs this service should check its plan and billing there.',
  },
  'rate-limited': {
    text: 'The model provider gets too many requests from this service. Wait a minute, then try again.',
    action: 'retry',
  },
  'too-long': {
    text: 'This conversation is too long for the model. Start a new chat, or shorten the message.',
    action: 'new-chat',
  },
  'model-unknown': {
    text: 'The model provider does not have this model. Choose another one and try again, and tell the person who runs this service to check the names of its models.',
    action: 'retry',
  },
  'content-refused': {
    text: 'The model or its provider refused to answer this. Edit your message to put it in other words.',
  },
  'provider-away': {
    text: 'The model provider cannot be reached right now. Try again in a moment.',
    action: 'retry',
  },
  cut: {
    text: 'The reply was cut off. What was written before is kept. Try again for a whole one.',
    action: 'retry',
  },
  empty: {
    text: 'The model gave an empty reply. Try again, or put the message in other words.',
    action: 'retry',
  },
  unknown: {
    text: 'Something went wrong while this reply was written. Try again.',
    action: 'retry',
  },
}

/**
 * Says why a reply failed and what to do about it.
 *
 * @param kind as the server told it; none for a reply from before failures had kinds
 */
export function failureText(kind: string | null | undefined): string {
  return failureOf(kind).text
}

/** What helps against a failure; undefined where its reader can do nothing. */
export function failureAction(kind: string | null | undefined): FailureAction | undefined {
  return failureOf(kind).action
}

function failureOf(kind: string | null | undefined): Failure {
  return FAILURES[isKnown(kind) ? kind : 'unknown']
}

function isKnown(kind: string | null | undefined): kind is ErrorKind {
  return typeof kind === 'string' && Object.hasOwn(FAILURES, kind)
}
