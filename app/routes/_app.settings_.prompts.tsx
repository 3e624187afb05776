import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PromptsPage } from '#components/settings/prompts-page.tsx'
import { listPrompts } from '#core/prompts/prompts.ts'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { enforceUserLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { renewedCookieHeaders, requirePageSession } from '#http/pages/page-session.ts'
import { runPromptsAction } from '#http/pages/settings/run-prompts-action.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

export const meta: MetaFunction = () => [{ title: 'Prompts · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context, em }) => {
    const session = await requirePageSession(context, request)
    requireBrowserSession(session)
    const prompts = await listPrompts(em, { userId: session.user.id })
    const edited = new URL(request.url).searchParams.get('edit')
    return data({ prompts, edited }, { headers: renewedCookieHeaders(session, context) })
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, async (page) => {
    const session = await requirePageSession(page.context, page.request)
    await enforceUserLimit(page.context, 'writes', session.user.id)
    return runPromptsAction(page, session)
  })
}

export default function PromptsRoute() {
  const result = useFormAnswer<typeof action>()
  return <PromptsPage {...useLoaderData<typeof loader>()} result={result} />
}
