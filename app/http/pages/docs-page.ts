import { randomBytes } from 'node:crypto'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type {
  Request as ExpressRequest,
  Response as ExpressResponse,
  RequestHandler,
} from 'express'
import { readTheme, type Theme, themeCookie } from '#app/theme.ts'
import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { createPageTemplate } from '../responses/page-template.ts'
import { RETRY_AFTER_SECONDS } from '../responses/problem.ts'

type Options = {
  build: ServerBuild
  mode: string
  getLoadContext: (req: ExpressRequest, res: ExpressResponse) => RequestContext
}

type Template = ReturnType<typeof createPageTemplate>

/** For those who ask for the page while too many others are rendered for it to be. */
const REFUSAL = 'The page cannot be shown right now. Try again in a few seconds.'
const RETRY = { retryAfter: RETRY_AFTER_SECONDS }

/** Stands for the nonce in the page that is kept. */
const NONCE = randomBytes(24).toString('hex')
/** Stands for the service's origin. */
const ORIGIN = `http://${randomBytes(12).toString('hex')}.invalid`
/** Origins that can stand in HTML, JSON and a script as they are; others, which nobody needs, are not shown. */
const SIMPLE_ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]{1,253}$/i

/**
 * Makes the handler of /docs/api. The page is the same for everybody, is
 * large, and needs no session: it is rendered once, when it is first asked
 * for in a theme, with placeholders for the nonce and the origin.
 */
export function docsPage({ build, mode, getLoadContext }: Options): RequestHandler {
  const render = createRequestHandler(build, mode)
  const templates = new Map<string, Promise<Template>>()

  async function makeTemplate(theme: Theme, req: ExpressRequest, res: ExpressResponse) {
    const { path } = req
    const context = { ...getLoadContext(req, res), cspNonce: NONCE, origin: ORIGIN }
    const response = await render(
      new Request(`${ORIGIN}${path}`, { headers: { cookie: themeCookie(theme) } }),
      context,
    )
    const page = await response.text()
    if (response.status === 503) throw new AppError('unavailable', REFUSAL, RETRY)
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
    return createPageTemplate(page, [NONCE, ORIGIN])
  }

  return async (req, res, next) => {
    const isData = req.path === '/docs/api.data'
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !(isData || req.path === '/docs/api')) {
      return next()
    }
    // The page has the visitor's theme from its first byte; its data has none.
    const theme = isData ? 'system' : readTheme(req.headers.cookie)
    const key = `${theme} ${req.path}`
    try {
      const template = templates.get(key) ?? makeTemplate(theme, req, res)
      templates.set(key, template)
      // Headers are set after it, because they are not those of a problem.
      const page = await template
      const { origin } = getLoadContext(req, res)
      const insertions = {
        [NONCE]: String(res.locals.cspNonce),
        [ORIGIN]: SIMPLE_ORIGIN.test(origin) ? origin : 'http://localhost',
      }
      // The page holds the nonce of its policy, so shared caches must not keep it.
      res.set('Cache-Control', 'private, max-age=0').vary('Accept-Encoding')
      res.type(isData ? 'text/x-script' : 'html')
      if (isData) res.set('X-Remix-Response', 'yes')
      const isGzip = req.acceptsEncodings('gzip') === 'gzip'
      if (isGzip) res.set('Content-Encoding', 'gzip')
      res.end(req.method === 'HEAD' ? undefined : page[isGzip ? 'gzip' : 'text'](insertions))
    } catch (error) {
      templates.delete(key)
      next(error)
    }
  }
}
