import { isRouteErrorResponse } from '@remix-run/react'
import { paths } from '#app/paths.ts'

type Problem = { title: string; detail: string; requestId?: string | undefined }

const UNEXPECTED: Problem = {
  title: 'Something went wrong',
  detail:
    'The page could not be shown. Load it again; if that does not help, start from the beginning.',
}

/** What a visitor sees instead of a page that failed: what happened, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, detail, requestId } = describe(error, status)
  return (
    <main className="error-page">
      <p className="error-status">{status}</p>
      <h1>{title}</h1>
      <p>{detail}</p>
      <p className="error-actions">
        <a className="button primary" href={paths.newChat()}>
          Start a new chat
        </a>
        {status === 401 && (
          <a className="button" href={paths.login()}>
            Sign in
          </a>
        )}
      </p>
      {requestId && (
        <p className="note">
          Request id <code>{requestId}</code>
        </p>
      )}
    </main>
  )
}

function describe(error: unknown, status: number): Problem {
  if (!isRouteErrorResponse(error)) return UNEXPECTED
  const { title, detail, requestId } = (error.data ?? {}) as Partial<Problem>
  if (status === 404) {
    return { title: 'There is nothing here', detail: detail ?? NOTHING, requestId }
  }
  if (status === 401) {
    return { title: 'This is not yours to see', detail: detail ?? NOTHING, requestId }
  }
  return {
    title: status >= 500 ? UNEXPECTED.title : (title ?? UNEXPECTED.title),
    detail: detail ?? UNEXPECTED.detail,
    requestId,
  }
}

const NOTHING = 'The address may be mistyped, or what was here has been deleted.'
