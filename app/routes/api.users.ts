import { assertRegistrationOpen } from '#core/users/admission.ts'
import { registerAndSignIn } from '#core/users/sign-in.ts'
import { registrationSchema } from '#core/users/user-schema.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { callerNetwork } from '#http/limits/caller-network.ts'
import { getSession } from '#http/sessions/session.ts'
import { sessionResponse } from '#http/sessions/session-response.ts'

/** POST registers an account and signs in; a guest who sends it keeps the chats. */
const { loader, action } = apiRoute({
  POST: publicEndpoint({
    limit: 'registration',
    body: registrationSchema,
    async handle({ request, context, em, body }) {
      assertRegistrationOpen(context.services.env)
      const previous = await getSession(em, request)
      const signedIn = await registerAndSignIn(em, {
        ...body,
        previous,
        caller: callerNetwork(context.ip),
        userAgent: request.headers.get('user-agent'),
      })
      return sessionResponse(signedIn, context, 201)
    },
  }),
})

export { action, loader }
