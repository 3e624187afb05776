import { deleteSession } from '#core/users/delete-sessions.ts'
import { signInWithPassword } from '#core/users/sign-in.ts'
import { credentialsSchema, sessionSchema } from '#core/users/user-schema.ts'
import { apiRoute, endpoint, publicEndpoint } from '#http/api-route.ts'
import { callerNetwork } from '#http/limits/caller-network.ts'
import { getSession } from '#http/sessions/session.ts'
import { sessionResponse, signedOutHeaders } from '#http/sessions/session-response.ts'

/** POST signs in, GET gives the current session, DELETE ends it (an API token revokes itself). */
const { loader, action } = apiRoute({
  POST: publicEndpoint({
    limit: 'sign-in',
    body: credentialsSchema,
    async handle({ request, context, em, body }) {
      const previous = await getSession(em, request)
      const signedIn = await signInWithPassword(em, {
        ...body,
        previous,
        caller: callerNetwork(context.ip),
        userAgent: request.headers.get('user-agent'),
      })
      return sessionResponse(signedIn, context, 200)
    },
  }),
  GET: endpoint({
    handle({ session: { user, expiresAt } }) {
      const headers = { 'Cache-Control': 'no-store' }
      return Response.json(sessionSchema.parse({ user, expiresAt }), { headers })
    },
  }),
  DELETE: endpoint({
    async handle({ context, em, session: { id, user } }) {
      await deleteSession(em, { id, userId: user.id })
      return new Response(null, { status: 204, headers: signedOutHeaders(context) })
    },
  }),
})

export { action, loader }
