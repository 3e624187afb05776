import { AppError } from '#core/app-error.ts'
import { keepLive } from '#core/live/keep-live.ts'
import { liveEvents } from '#core/live/live-events.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { MAX_SILENCE_MS } from '#http/responses/keep-alive.ts'
import { encodedStream } from '#http/responses/text-stream.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

/** Browsers come back one after the other when a process ends. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 5_000

/** GET /live tells the open pages of a user what has changed (docs/decisions/0043-open-pages-follow.md). */
const { loader, action } = apiRoute({
  GET: endpoint({
    limit: 'writes',
    async handle({ context, session }) {
      requireBrowserSession(session)
      const { orm, signals } = context.services
      const userId = session.user.id
      const lease = { userId, sessionId: session.id }
      const renew = () => keepLive(orm.em.fork(), lease)
      const signal = context.live.open(userId, context.leaveSignal())
      if (!(await renew())) throw new AppError('unauthenticated', 'Your session has ended.')
      const hints = liveEvents({ signals, ...lease, renew, signal })
      const retryMs = Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS))
      const body = encodedStream(hints, (batch) => batch.map(encode).join(''), context, {
        keepAlive: {
          text: `retry: ${retryMs}\n: keep-alive\n\n`,
          everyMs: MAX_SILENCE_MS,
          atOnce: true,
        },
      })
      return new Response(body, {
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-cache, no-transform',
          'X-Accel-Buffering': 'no',
        },
      })
    },
  }),
})

export { action, loader }

function encode(hint: object): string {
  return `data: ${JSON.stringify(hint)}\n\n`
}
