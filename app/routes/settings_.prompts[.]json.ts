import { listPrompts } from '#core/prompts/prompts.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

/** GET /settings/prompts.json: the user's own prompts, for the composer. */
const { loader, action } = apiRoute({
  GET: endpoint({
    async handle({ em, session }) {
      requireBrowserSession(session)
      return jsonResponse({ prompts: await listPrompts(em, { userId: session.user.id }) })
    },
  }),
})

export { action, loader }
