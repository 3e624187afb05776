import type { Env } from '../env.server.ts'

export type Mail = { to: string; subject: string; text: string }

/** Milliseconds for each step: a server that does not answer must not hold its job. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Tells whether the service can send mail. */
export function sendsMail(env: Pick<Env, 'SMTP_URL'>): boolean {
  return env.SMTP_URL !== undefined
}

/**
 * Sends a mail by the server of `SMTP_URL`. Its library is loaded when the first is sent.
 *
 * @throws when the server does not take it
 */
export async function sendMail(
  { SMTP_URL, MAIL_FROM, BASE_URL }: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL'>,
  mail: Mail,
): Promise<void> {
  if (!SMTP_URL || !BASE_URL) throw new Error('No mail can be sent without SMTP_URL and BASE_URL.')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    { ...TIMEOUTS, url: SMTP_URL, disableFileAccess: true, disableUrlAccess: true },
    { from: MAIL_FROM ?? `Parley <no-reply@${new URL(BASE_URL).hostname}>` },
  )
  try {
    // Addresses as objects: what is typed cannot name a second recipient.
    await transport.sendMail({ ...mail, to: { name: '', address: mail.to } })
  } finally {
    transport.close()
  }
}
