import { readEnvOrExit } from '#core/env.server.ts'
import { createReset, createResetToken } from '#core/users/password-reset.ts'
import { emailSchema } from '#core/users/user-schema.ts'
import type { EntityManager } from '#db/orm.ts'
import { withDatabase } from './open-database.ts'
import { loadEnvFile } from './project-root.ts'

const USAGE = `Makes a link with which somebody chooses a new password for an account.

  npm run user:reset-password -- ada@example.com

The link works once, within an hour. Send it to whom the account belongs: whoever
has it gets in. The account is looked for in the database of DATABASE_URL (set, or
in .env), else in the embedded one in DATA_DIR, whether or not the service is
running. The link begins with BASE_URL, where that is set.`

/** `npm run user:reset-password -- <email>` */
async function runCommand(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(USAGE)
  const email = emailSchema.safeParse(args.length === 1 ? args[0] : undefined)
  if (!email.success) throw new Error(`Name the email address of one account.\n\n${USAGE}`)
  const token = await withDatabase((em) => makeToken(em, email.data))
  loadEnvFile()
  const { BASE_URL, PORT } = readEnvOrExit()
  const { origin } = new URL(BASE_URL ?? `http://localhost:${PORT}`)
  console.log(
    `For ${email.data}, once and within an hour:\n${origin}/reset-password?token=${token}`,
  )
}

async function makeToken(em: EntityManager, email: string): Promise<string> {
  const reset = await createReset(em, { email })
  const made = reset && (await createResetToken(em, reset))
  if (!made) throw new Error(`There is no account ${email}.`)
  return made.token
}

await runCommand(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message || String(error))
  process.exitCode = 1
})
