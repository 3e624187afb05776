import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SettingsPage } from '#components/settings/settings-page.tsx'
import { admissionOf } from '#core/users/admission.ts'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { enforceUserLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { renewedCookieHeaders, requirePageSession } from '#http/pages/page-session.ts'
import { loadSettings } from '#http/pages/settings/load-settings.ts'
import { runSettingsAction } from '#http/pages/settings/run-settings-action.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

export const meta: MetaFunction = () => [{ title: 'Settings · Parley' }]

/** The page may show a new token, so no cache may keep it. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context, em }) => {
    const session = await requirePageSession(context, request)
    requireBrowserSession(session)
    const settings = await loadSettings(em, session)
    const headers = renewedCookieHeaders(session, context)
    const canRegister = admissionOf(context.services.env).registration
    return data({ ...settings, canRegister }, { headers })
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, async (page) => {
    const session = await requirePageSession(page.context, page.request)
    await enforceUserLimit(page.context, 'writes', session.user.id)
    return runSettingsAction(page, session)
  })
}

export default function SettingsRoute() {
  const result = useFormAnswer<typeof action>()
  return <SettingsPage settings={useLoaderData<typeof loader>()} result={result} />
}
