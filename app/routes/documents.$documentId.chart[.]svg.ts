import { renderChartFile } from '#components/documents/sheet/chart/chart-file.server.tsx'
import { AppError } from '#core/app-error.ts'
import { getReadableVersion } from '#core/documents/get-readable-version.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { documentIdOf } from '#http/pages/document/document-id.ts'
import { versionTimeOf } from '#http/pages/document/version-time.ts'
import { getSession } from '#http/sessions/session.ts'

/**
 * GET /documents/:documentId/chart.svg?chart=&x=&y=&version= gives a chart of a sheet
 * as a file to whoever may read the sheet.
 */
const { loader, action } = apiRoute({
  GET: publicEndpoint({
    async handle({ request, params, em }) {
      const id = documentIdOf(params)
      const { searchParams } = new URL(request.url)
      const version = versionTimeOf(searchParams, 'version')
      const userId = (await getSession(em, request))?.user.id ?? null
      const { kind, content } = await getReadableVersion(em, { id, userId, version })
      const chart = kind === 'sheet' && renderChartFile(content ?? '', searchParams)
      if (!chart) throw new AppError('not-found', 'The document has no such chart.')
      return new Response(chart, {
        headers: {
          'Content-Type': 'image/svg+xml; charset=utf-8',
          'Cache-Control': 'private, no-store',
        },
      })
    },
  }),
})

export { action, loader }
