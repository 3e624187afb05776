import { isRouteErrorResponse } from '@remix-run/react'
import { paths } from '#app/paths.ts'

type ErrorText = { title: string; detail: string; requestId?: string | undefined }

const UNEXPECTED: ErrorText = {
  title: 'Something went wrong',
  detail: 'The page could not be shown. Reload it. If that does not help, start a new chat.',
}

const NOT_FOUND = 'The address may be mistyped, or the page has been deleted.'

/** Shown in place of a page that failed: what happened, and where to go from here. */
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

function describe(error: unknown, status: number): ErrorText {
  if (!isRouteErrorResponse(error)) return UNEXPECTED
  const { title, detail, requestId } = (error.data ?? {}) as Partial<ErrorText>
  if (status === 404) {
    return { title: 'Page not found', detail: detail ?? NOT_FOUND, requestId }
  }
  if (status === 401) {
    return { title: 'You have no access to this page', detail: detail ?? NOT_FOUND, requestId }
  }
  return {
    title: status >= 500 ? UNEXPECTED.title : (title ?? UNEXPECTED.title),
    detail: detail ?? UNEXPECTED.detail,
    requestId,
  }
}
