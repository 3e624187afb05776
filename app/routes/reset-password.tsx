import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { paths } from '#app/paths.ts'
import { ResetPasswordPage } from '#components/account/reset-password-page.tsx'
import { isLiveToken, resetPassword } from '#core/users/password-reset.ts'
import { registrationSchema } from '#core/users/user-schema.ts'
import { callerNetwork } from '#http/limits/caller-network.ts'
import { enforceVisitorLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { parseInput } from '#http/requests/parse-input.ts'

export const meta: MetaFunction = () => [{ title: 'Choose a new password · Parley' }]

/** The page holds the token. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

const tokenSchema = z.string().regex(/^[\w-]{43}$/)

/** Opening the link changes nothing: programs that look at mails open links too. */
export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context, em }) => {
    const { searchParams } = new URL(request.url)
    if (searchParams.has('done')) return data({ token: null, isDone: true })
    await enforceVisitorLimit(context, 'password-reset')
    const token = tokenSchema.safeParse(searchParams.get('token')).data
    const isLive = token !== undefined && (await isLiveToken(em, token))
    if (!isLive) return data({ token: null, isDone: false }, { status: 404 })
    return data({ token, isDone: false })
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ form, em, context }) => {
      const { token = '' } = form
      const { password } = parseInput(registrationSchema.pick({ password: true }), form)
      await resetPassword(em, { token, password, caller: callerNetwork(context.ip) })
      return redirect(`${paths.resetPassword()}?done=1`, 303)
    },
    { limit: 'password-reset' },
  )
}

export default function ResetPasswordRoute() {
  const failure = useActionData<typeof action>()
  return <ResetPasswordPage {...useLoaderData<typeof loader>()} failure={failure} />
}
