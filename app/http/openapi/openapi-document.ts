import { MAX_REPLIES_OF_USER } from '#core/replies/start-turn.ts'
import { version } from '../../../package.json'
import { POLICIES, type PolicyName } from '../limits/policies.ts'
import { describeOperation } from './describe-operation.ts'
import { errorResponses } from './error-responses.ts'
import { namedSchemas } from './named-schemas.ts'
import { TAGS } from './operation.ts'
import { accountOperations, formOperations } from './operations/account.ts'
import { chatOperations } from './operations/chat.ts'
import { documentOperations } from './operations/documents.ts'
import { findOperations } from './operations/find.ts'
import { serviceOperations } from './operations/service.ts'
import {
  fileOperations,
  suggestionOperations,
  voteOperations,
} from './operations/votes-suggestions-files.ts'
import type { OpenApiDocument } from './types.ts'

const DESCRIPTION = `An AI chat service: streamed replies, versioned documents, votes, edit suggestions and images.

Every endpoint needs a session, unless it says otherwise: the session cookie, or an API token as \`Authorization: Bearer <token>\`. You see and change only what belongs to your account.

Ids are UUIDs, times ISO 8601 in UTC with milliseconds. An error is a \`Problem\` in JSON (RFC 9457, \`application/problem+json\`) whose \`detail\` says what to do. Every response carries \`X-Request-Id\`. A method that a path does not have gets 405 with \`Allow\`.

These rate limits apply. The headers \`RateLimit\` and \`RateLimit-Policy\` of an answer say what is left; beyond a limit, the answer is 429 with \`Retry-After\`:

| for | requests |
|---|---|
${limit('sign-in', 'signing in, for each address and email')}
${limit('registration', 'new accounts, for each address')}
${limit('chat', 'messages, for each user')}
${limit('chat-network', 'messages, for each address')}
${limit('guest-chat-network', 'messages of guests, for each address')}
${limit('uploads', 'uploads, for each user')}
${limit('writes', 'other writes, for each user')}

For one user, at most ${MAX_REPLIES_OF_USER} replies are written at the same time. What a user may spend in a day is limited in tokens; beyond it, a message gets 429 until midnight UTC.`

function limit(name: PolicyName, what: string): string {
  const { quota, seconds } = POLICIES[name]
  return `| ${what} | ${quota} in ${seconds / 60} min |`
}

let made: OpenApiDocument | undefined

/**
 * Describes the whole HTTP interface in OpenAPI 3.1, with the schemas that
 * validate requests. The document is made when it is first asked for, and kept.
 */
export function openApiDocument(): OpenApiDocument {
  made ??= makeDocument()
  return made
}

function makeDocument(): OpenApiDocument {
  const all = [
    ...chatOperations,
    ...findOperations,
    ...documentOperations,
    ...voteOperations,
    ...suggestionOperations,
    ...fileOperations,
    ...accountOperations,
    ...formOperations,
    ...serviceOperations,
  ]
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of all) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: describeOperation(operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ cookie: [] }, { secureCookie: [] }, { token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        cookie: cookie('session-token', 'The session, over http.'),
        secureCookie: cookie('__Secure-session-token', 'The session, over https.'),
        token: { type: 'http', scheme: 'bearer', description: 'An API token of /settings.' },
        metricsToken: { type: 'http', scheme: 'bearer', description: '`METRICS_TOKEN`.' },
      },
      schemas: namedSchemas(),
      responses: errorResponses(paths),
    },
  }
}

function cookie(name: string, description: string) {
  return { type: 'apiKey', in: 'cookie', name, description }
}
