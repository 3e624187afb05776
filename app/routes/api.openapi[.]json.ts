import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { openApiResponse } from '#http/openapi/openapi-response.ts'

/** GET /api/openapi.json: the whole interface, described. */
const { loader, action } = apiRoute({
  GET: publicEndpoint({ handle: ({ request }) => openApiResponse(request) }),
})

export { action, loader }
