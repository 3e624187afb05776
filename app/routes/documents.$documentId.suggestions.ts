import { z } from 'zod'
import { documentQuery } from '#core/documents/document-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { loadSuggestions } from '#http/pages/document/load-suggestions.ts'
import { suggestionActions } from '#http/pages/document/suggestion-actions.ts'
import { actionOf } from '#http/pages/page-action.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const params = z.object({ documentId: documentQuery.shape.id })

/**
 * /documents/:documentId/suggestions gives an open page the suggestions at their
 * places, and does what the page's forms do (the fields of a form as JSON), to a
 * page that goes on as it is.
 */
const { loader, action } = apiRoute({
  GET: endpoint({
    params,
    async handle({ em, session, params }) {
      const target = { documentId: params.documentId, userId: session.user.id }
      return jsonResponse(await loadSuggestions(em, target))
    },
  }),
  POST: endpoint({
    limit: 'writes',
    params,
    body: z.record(z.string(), z.string()),
    async handle({ em, session, params, body, request, context }) {
      const [id, userId] = [params.documentId, session.user.id]
      await actionOf(
        suggestionActions,
        body.intent,
      )({
        ...{ em, request, context, params, id, userId },
        form: body,
      })
      return jsonResponse(await loadSuggestions(em.fork(), { documentId: id, userId }))
    },
  }),
})

export { action, loader }
