import { z } from 'zod'
import { createApiToken, listApiTokens, revokeApiToken } from '#core/users/api-tokens.ts'
import { newApiTokenSchema } from '#core/users/user-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

const NO_STORE = { 'Cache-Control': 'no-store' }

/** API tokens: GET lists them, POST makes one and shows it once, DELETE ?id= revokes one. */
const { loader, action } = apiRoute({
  GET: endpoint({
    async handle({ em, session }) {
      requireBrowserSession(session)
      const tokens = await listApiTokens(em, { userId: session.user.id })
      return Response.json(tokens, { headers: NO_STORE })
    },
  }),
  POST: endpoint({
    limit: 'writes',
    body: newApiTokenSchema,
    async handle({ em, session, body }) {
      requireBrowserSession(session)
      const created = await createApiToken(em, {
        ...body,
        userId: session.user.id,
        sessionId: session.id,
      })
      return Response.json(created, { status: 201, headers: NO_STORE })
    },
  }),
  DELETE: endpoint({
    limit: 'writes',
    query: z.object({ id: z.uuid() }),
    async handle({ em, session, query }) {
      requireBrowserSession(session)
      await revokeApiToken(em, { id: query.id, userId: session.user.id })
      return new Response(null, { status: 204 })
    },
  }),
})

export { action, loader }
