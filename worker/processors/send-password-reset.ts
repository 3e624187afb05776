import { sendMail } from '#core/mail/send-mail.ts'
import { createResetToken } from '#core/users/password-reset.ts'
import type { Processor } from './processor.ts'

/**
 * Mails the link with which a password is reset. Its token is made here, so that the
 * queue never has it; a further attempt makes another.
 */
export const sendPasswordReset: Processor<'send-password-reset'> = async (
  { orm, env },
  { resetId },
) => {
  const reset = await createResetToken(orm.em.fork(), { id: resetId })
  if (!reset || !env.BASE_URL) return
  const { token, email } = reset
  const { origin, host } = new URL(env.BASE_URL)
  await sendMail(env, {
    to: email,
    subject: `Set a new password for ${host}`,
    text: `Somebody, probably you, has asked to set a new password for ${email} at ${host}.

To choose one, open this link within an hour. It works once:

${origin}/reset-password?token=${token}

If it was not you, do nothing: your password stays as it is.
`,
  })
}
