import { searchEverything } from '#core/search/search-everything.ts'
import { searchQuerySchema } from '#core/search/search-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: searchQuerySchema,
    async handle({ em, session, query }) {
      return jsonResponse({
        results: await searchEverything(em, { ...query, userId: session.user.id }),
      })
    },
  }),
})

export { action, loader }
