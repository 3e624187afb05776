import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { registerUser } from '#core/users/create-user.ts'
import { registrationSchema } from '#core/users/user-schema.ts'
import { askPassword } from './ask-password.ts'
import { withDatabase } from './open-database.ts'

const USAGE = `Makes an account, also where REGISTRATION is closed.

  npm run user:create -- ada@example.com
      asks for the password, and does not show what is typed

  npm run user:create -- ada@example.com < password.txt
      reads the password from the first line of standard input

  npm run user:create -- ada@example.com --generate
      makes a password and shows it, once

The account is made in the database of DATABASE_URL (set, or in .env), else in
the embedded one in DATA_DIR, whether or not the service is running. A password
has 8 to 256 characters. Whoever gets the account signs in at /login.`

/** Random bytes of a generated password: 120 bits, 20 characters. */
const PASSWORD_BYTES = 15

/** A wrong call: the usage is shown with the message. */
class UsageError extends Error {}

/** `npm run user:create -- <email> [--generate]` */
async function runCommand(args: string[]): Promise<void> {
  const { email, generate, help } = readArguments(args)
  if (help) return console.log(USAGE)
  const generated = generate ? randomBytes(PASSWORD_BYTES).toString('base64url') : undefined
  const account = parseAccount(email, generated ?? (await askPassword()))
  await withDatabase((em) => registerUser(em, account))
  console.log(`The account ${account.email} is ready. Sign in at /login.`)
  if (generated) console.log(`Its password, which is shown only now: ${generated}`)
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { generate: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    const [email = '', ...more] = positionals
    if (!values.help && (!email || more.length > 0)) {
      throw new UsageError('Name the email address of one account.')
    }
    // Before the password is asked for.
    if (!values.help) parseAccount(email, 'a password')
    return { ...values, email }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message)
  }
}

function parseAccount(email: string, password: string) {
  const result = registrationSchema.safeParse({ email, password })
  if (result.success) return result.data
  throw new UsageError(result.error.issues.map(({ message }) => message).join('\n'))
}

await runCommand(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message || String(error))
  if (error instanceof UsageError) console.error(`\n${USAGE}`)
  process.exitCode = 1
})
