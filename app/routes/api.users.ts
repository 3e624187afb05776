import { enterByRegistering } from '#core/users/enter.ts'
import { registrationSchema } from '#core/users/schemas.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { getSession } from '#http/sessions/session.ts'
import { sessionResponse } from '#http/sessions/session-response.ts'

/** POST registers and signs in; a guest's cookie with it keeps what the guest has. */
const { loader, action } = apiRoute({
  POST: publicEndpoint({
    limit: 'registration',
    body: registrationSchema,
    async handle({ request, context, em, body }) {
      const previous = await getSession(em, request)
      const entered = await enterByRegistering(em, { ...body, previous })
      return sessionResponse(entered, context, 201)
    },
  }),
})

export { action, loader }
