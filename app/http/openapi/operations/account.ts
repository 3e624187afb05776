import { z } from 'zod'
import {
  apiTokenSchema,
  createdApiTokenSchema,
  credentialsSchema,
  newApiTokenSchema,
  registrationSchema,
  sessionSchema,
} from '#core/users/user-schema.ts'
import { apiTokenExample, sessionExample } from '../examples.ts'
import { type Answer, json, operations } from '../operation.ts'

const credentials = { email: 'ada@example.com', password: 'correct horse battery' }
const COOKIE = { 'Set-Cookie': 'The session cookie.' }
const session = (description: string): Answer => ({
  ...json(description, sessionSchema, sessionExample),
  headers: COOKIE,
})
const redirect: Answer = {
  description: 'Done. The browser is sent on to the next page.',
  headers: { ...COOKIE, Location: 'The next page.' },
}
const page = {
  description: 'The page again, with a message that says what to correct.',
  content: [{ type: 'text/html' }],
}
/** What any form may answer besides. */
const others = {
  403: {
    description:
      'Closed here, with the page again; or a page of another site made the browser send this request.',
    content: [{ type: 'text/html' }, { type: 'text/plain' }],
  },
  default: {
    description: 'The page again, or an error page; with `Retry-After` when it is 429 or 503.',
    content: [{ type: 'text/html' }],
  },
}
const FORM = 'application/x-www-form-urlencoded'
const redirectTo = z.string().optional().describe('A path of this service, e.g. `/chat/…`.')

export const accountOperations = operations([
  {
    method: 'post',
    path: '/api/users',
    id: 'register',
    tag: 'Account',
    summary: 'Register and sign in',
    description:
      'Sent with the cookie of a guest, it turns the guest into the account, with everything that the guest has.',
    access: 'public',
    body: { schema: registrationSchema, example: credentials },
    answers: { 201: session('The account and its session.') },
    errors: {
      403: 'Registration is closed here, or a page of another site made the browser send this request.',
      409: 'An account has this email.',
    },
    curl: `curl -c second.txt "$BASE/api/users" \\
  --json '{"email": "grace@example.com", "password": "correct horse battery"}'`,
  },
  {
    method: 'post',
    path: '/api/session',
    id: 'signIn',
    tag: 'Account',
    summary: 'Sign in',
    description: 'Ends the session that the request came with, if it is one of a browser.',
    access: 'public',
    body: { schema: credentialsSchema, example: credentials },
    answers: { 200: session('The session.') },
    errors: {
      401: 'The email or the password is wrong.',
      413: 'The body is over its limit, or the account has no room for what the guest has who signs in.',
    },
    curl: `curl -c second.txt "$BASE/api/session" \\
  --json '{"email": "grace@example.com", "password": "correct horse battery"}'`,
  },
  {
    method: 'get',
    path: '/api/session',
    id: 'getSession',
    tag: 'Account',
    summary: 'Read the session: the user, and when it ends',
    description: 'Reading moves the end of a browser’s session on, at most once an hour.',
    answers: { 200: json('The user and when the session ends.', sessionSchema, sessionExample) },
    curl: `curl "$BASE/api/session" -H "$AUTH"`,
  },
  {
    method: 'delete',
    path: '/api/session',
    id: 'signOut',
    tag: 'Account',
    summary: 'Sign out',
    description: 'Ends the session. Called with an API token, it revokes that token.',
    answers: { 204: { description: 'Signed out.', headers: COOKIE } },
    curl: 'curl -X DELETE "$BASE/api/session" -b second.txt',
  },
  {
    method: 'get',
    path: '/api/tokens',
    id: 'listTokens',
    tag: 'Account',
    summary: 'List your API tokens',
    description: 'Without the tokens themselves, which are shown only when they are made.',
    access: 'browser-session',
    answers: { 200: json('The tokens, newest first.', apiTokenSchema.array(), [apiTokenExample]) },
    curl: 'curl "$BASE/api/tokens" -b cookies.txt',
  },
  {
    method: 'post',
    path: '/api/tokens',
    id: 'createToken',
    tag: 'Account',
    summary: 'Make an API token',
    description: 'A user may have 50. The token itself is shown only in this answer.',
    access: 'browser-session',
    body: { schema: newApiTokenSchema, example: { name: 'my script', expiresInDays: 90 } },
    answers: {
      201: json('The token.', createdApiTokenSchema, {
        ...apiTokenExample,
        token: 'pXq3m0vYc1x5Zt8sR2uW7nKd4bLf6hJgA9eQyTiOoUE',
      }),
    },
    errors: { 409: 'You have 50 tokens already. Revoke one first.' },
    curl: `TOKEN_ID=$(curl "$BASE/api/tokens" -b cookies.txt --json '{"name": "short-lived", "expiresInDays": 1}' | jq -r .id)`,
  },
  {
    method: 'delete',
    path: '/api/tokens',
    id: 'revokeToken',
    tag: 'Account',
    summary: 'Revoke an API token',
    description: 'The token’s row is deleted, so nothing can bring it back.',
    access: 'browser-session',
    query: z.object({ id: z.uuid() }),
    answers: { 204: { description: 'Revoked: the next request with it gets 401.' } },
    errors: { 400: '', 404: '' },
    curl: 'curl -X DELETE "$BASE/api/tokens?id=$TOKEN_ID" -b cookies.txt',
  },
])

export const formOperations = operations([
  {
    method: 'post',
    path: '/register',
    id: 'registerForm',
    tag: 'Forms',
    summary: 'Register by form',
    description: 'What the page at `/register` sends.',
    access: 'public',
    body: { type: FORM, schema: registrationSchema.extend({ redirectTo }), example: credentials },
    answers: { 303: redirect, 400: page, 409: page, ...others },
    curl: `curl "$BASE/register" -c third.txt -d email=edsger@example.com -d 'password=correct horse battery'`,
  },
  {
    method: 'post',
    path: '/login',
    id: 'loginForm',
    tag: 'Forms',
    summary: 'Sign in by form',
    description: 'What the page at `/login` sends.',
    access: 'public',
    body: { type: FORM, schema: credentialsSchema.extend({ redirectTo }), example: credentials },
    answers: { 303: redirect, 400: page, 401: page, ...others },
    curl: `curl "$BASE/login" -c third.txt -d email=edsger@example.com -d 'password=correct horse battery'`,
  },
  {
    method: 'post',
    path: '/guest',
    id: 'guestForm',
    tag: 'Forms',
    summary: 'Continue as a guest',
    description: 'Makes a user without an email. Registering later keeps everything.',
    access: 'public',
    body: { type: FORM, schema: z.object({ redirectTo }), required: false },
    answers: { 303: redirect, ...others },
    curl: 'curl -X POST "$BASE/guest" -c guest.txt',
  },
  {
    method: 'post',
    path: '/logout',
    id: 'logoutForm',
    tag: 'Forms',
    summary: 'Sign out by form',
    description: 'Ends the session and removes its cookie; nothing happens without one.',
    access: 'public',
    answers: { 303: redirect, ...others },
    curl: 'curl -X POST "$BASE/logout" -b guest.txt',
  },
])
