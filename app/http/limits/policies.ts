/**
 * How many requests one caller may make, in fixed windows that begin with the
 * first request. docs/operations.md has the same table for operators.
 */
export type Policy = {
  /** Requests in a window. */
  quota: number
  /** Length of a window. */
  seconds: number
  /** Requests that a process takes from the shared count at a time; see rate-limits.ts. */
  lease: number
  /** Begins the error text of a refused request; how long to wait is added. */
  refusal: string
}

const MINUTE = 60
const HOUR = 60 * MINUTE

export const POLICIES = {
  /** Per network and email: makes guessing a password slow. A success sets the count back. */
  'sign-in': {
    quota: 10,
    seconds: 15 * MINUTE,
    lease: 1,
    refusal: 'Too many attempts to sign in to this account.',
  },
  /** Per network: makes trying one password on many accounts slow. */
  'sign-in-address': {
    quota: 300,
    seconds: 15 * MINUTE,
    lease: 1,
    refusal: 'Too many attempts to sign in from your network.',
  },
  /** New accounts and guests, per network. */
  registration: {
    quota: 300,
    seconds: HOUR,
    lease: 1,
    refusal: 'Too many new accounts from your network.',
  },
  /** Links asked for or used to reset a password, per network. */
  'password-reset': {
    quota: 30,
    seconds: HOUR,
    lease: 1,
    refusal: 'Too many attempts to reset a password from your network.',
  },
  /** Links asked for, per email: nobody's mailbox is filled. */
  'password-reset-email': {
    quota: 5,
    seconds: HOUR,
    lease: 1,
    refusal: 'Several links were asked for with this email: look for the last one.',
  },
  /** Turns of a chat, per user. */
  chat: {
    quota: 300,
    seconds: 10 * MINUTE,
    lease: 1,
    refusal: 'You have sent many messages in a short time.',
  },
  /** The same, per network: a user may have many accounts. */
  'chat-network': {
    quota: 1_500,
    seconds: 10 * MINUTE,
    lease: 10,
    refusal: 'Many messages have come from your network in a short time.',
  },
  /** Turns of guests, per network: guests are free to make. */
  'guest-chat-network': {
    quota: 600,
    seconds: HOUR,
    lease: 10,
    refusal: 'Guests of your network have sent many messages in a short time.',
  },
  /** Per user. */
  uploads: {
    quota: 120,
    seconds: 10 * MINUTE,
    lease: 1,
    refusal: 'You have uploaded many images in a short time.',
  },
  /** Documents, votes, suggestions, tokens and changes of a chat, per user. */
  writes: {
    quota: 1_200,
    seconds: MINUTE,
    lease: 20,
    refusal: 'You have changed a lot in a short time.',
  },
} satisfies Record<string, Policy>

export type PolicyName = keyof typeof POLICIES
