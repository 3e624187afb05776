import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { FormError } from '#components/form/form-error.tsx'
import { AccountSection } from '#components/settings/account-section.tsx'
import { ApiTokenForm, NewApiToken } from '#components/settings/api-token-form.tsx'
import { ApiTokenList } from '#components/settings/api-token-list.tsx'
import { admissionOf } from '#core/users/admission.ts'
import { listApiTokens } from '#core/users/api-tokens.ts'
import { enforceUserLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { renewedCookieHeaders, requirePageSession } from '#http/pages/page-session.ts'
import { runSettingsAction } from '#http/pages/settings-actions.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

export const meta: MetaFunction = () => [{ title: 'Settings · Parley' }]

/** The page may show a new token, so no cache may keep it. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context, em }) => {
    const session = await requirePageSession(context, request)
    requireBrowserSession(session)
    const tokens = await listApiTokens(em, { userId: session.user.id })
    const headers = renewedCookieHeaders(session, context)
    const canRegister = admissionOf(context.services.env).registration
    return data({ user: session.user, canRegister, tokens }, { headers })
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, async ({ request, context, em, form }) => {
    const session = await requirePageSession(context, request)
    await enforceUserLimit(context, 'writes', session.user.id)
    return runSettingsAction(em, session, form)
  })
}

export default function SettingsPage() {
  const { user, canRegister, tokens } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const failure = result && 'message' in result ? result : undefined
  const done = result && 'done' in result ? result : undefined
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-8 bg-bg px-4 py-8 text-fg sm:py-12">
      <header className="flex items-center justify-between gap-4">
        <h1 className="text-2xl font-semibold">Settings</h1>
        <Link to="/" className="rounded text-sm text-muted underline underline-offset-4">
          Back to the chat
        </Link>
      </header>
      <p role="status" className="text-sm text-muted empty:hidden">
        {done?.done}
      </p>
      {failure && !failure.errors.name && !failure.errors.expiresInDays && (
        <FormError message={failure.message} />
      )}
      {done?.newToken && <NewApiToken {...done.newToken} />}
      <AccountSection email={user.email} canRegister={canRegister} />
      <section aria-labelledby="tokens-title" className="flex flex-col gap-4">
        <h2 id="tokens-title" className="text-lg font-semibold">
          API tokens
        </h2>
        <p className="text-sm text-muted">
          A token lets a program use the interface as you. It cannot make tokens or change your
          account.
        </p>
        <ApiTokenList tokens={tokens} />
        <ApiTokenForm failure={failure} newToken={done?.newToken} />
      </section>
    </main>
  )
}
