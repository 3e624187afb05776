import { listSuggestions } from '#core/suggestions/list-suggestions.ts'
import { resolveSuggestion } from '#core/suggestions/resolve-suggestion.ts'
import {
  documentIdPresenceQuery,
  resolveSuggestionBody,
  suggestionQuery,
  suggestionsQuery,
} from '#core/suggestions/suggestion-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { parseInput } from '#http/requests/parse-input.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: documentIdPresenceQuery,
    queryErrorCode: 'not-found',
    async handle({ em, session, query }) {
      const { documentId } = parseInput(suggestionsQuery, query, 'query parameter')
      return jsonResponse(await listSuggestions(em, { documentId, userId: session.user.id }))
    },
  }),
  PATCH: endpoint({
    limit: 'writes',
    query: suggestionQuery,
    body: resolveSuggestionBody,
    async handle({ em, session, query }) {
      return jsonResponse(await resolveSuggestion(em, { ...query, userId: session.user.id }))
    },
  }),
})

export { action, loader }
