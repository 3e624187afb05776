import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ForgotPasswordPage } from '#components/account/forgot-password-page.tsx'
import { AppError } from '#core/app-error.ts'
import { sendsMail } from '#core/mail/send-mail.ts'
import { askForReset } from '#core/users/ask-for-reset.ts'
import { emailSchema } from '#core/users/user-schema.ts'
import { enforceResetLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { parseInput } from '#http/requests/parse-input.ts'

export const meta: MetaFunction = () => [{ title: 'Forgot your password? · Parley' }]

export function loader({ context }: LoaderFunctionArgs) {
  return { sendsMail: sendsMail(context.services.env) }
}

/** Answers the same whether or not an account has the email. */
export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ form, context }) => {
      if (!sendsMail(context.services.env)) {
        throw new AppError('forbidden', 'This service sends no mail. Ask whoever runs it.')
      }
      const { email } = parseInput(z.object({ email: emailSchema }), form)
      await enforceResetLimit(context, email)
      askForReset(context, email)
      return { sentTo: email }
    },
    { limit: 'password-reset' },
  )
}

export default function ForgotPasswordRoute() {
  const result = useActionData<typeof action>()
  return <ForgotPasswordPage {...useLoaderData<typeof loader>()} result={result} />
}
