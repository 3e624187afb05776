import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '#core/users/password.ts'
import { hashToken } from '#core/users/session-token.ts'
import { newEmail } from '#tests/support/account-calls.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runSql } from '#tests/support/database-server.ts'
import { migrate } from '../../scripts/migrate.ts'
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

type Run = {
  args: string[]
  stdin?: string
  env?: Record<string, string>
  script?: 'create-user' | 'reset-password'
}

/** Runs the command; without `env` on the test's database. */
async function createUser({
  script = 'create-user',
  args,
  stdin = '',
  env = { DATABASE_URL: database.url },
}: Run) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } as NodeJS.ProcessEnv,
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, status: await exited }
}

async function passwordHash(url: string, email: string): Promise<string | null> {
  const rows = (await runSql(
    url,
    `select password_hash from user_account where email = '${email}'`,
  )) as { password_hash: string }[]
  return rows[0]?.password_hash ?? null
}

describe('npm run user:create', () => {
  test('makes an account with the password of standard input, which it does not show', async () => {
    const email = newEmail()
    const run = await createUser({ args: [email.toUpperCase()], stdin: 'correct horse\nmore\n' })
    expect(run).toMatchObject({ status: 0, err: '' })
    expect(run.out).toContain(`The account ${email} is ready.`)
    expect(run.out).not.toContain('horse')
    expect(await verifyPassword(await passwordHash(database.url, email), 'correct horse')).toBe(
      true,
    )
  })

  test('makes a password and shows it once', async () => {
    const email = newEmail()
    const run = await createUser({ args: [email, '--generate'] })
    const password = /shown only now: ([\w-]{20})\n/.exec(run.out)?.[1] ?? ''
    expect(await verifyPassword(await passwordHash(database.url, email), password)).toBe(true)
  })

  test('refuses an email that is taken, and leaves its account as it is', async () => {
    const email = newEmail()
    await createUser({ args: [email], stdin: 'correct horse' })
    const before = await passwordHash(database.url, email)
    const run = await createUser({ args: [email], stdin: 'another horse' })
    expect(run).toMatchObject({ status: 1, out: '' })
    expect(run.err).toContain('An account with this email exists.')
    expect(await passwordHash(database.url, email)).toBe(before)
  })

  test.each([
    ['no email', [], '', 'Name the email address'],
    ['two emails', ['a@example.com', 'b@example.com'], '', 'Name the email address'],
    ['an email that is none', ['ada'], '', 'Enter an email address'],
    ['an unknown option', ['a@example.com', '--admin'], '', '--admin'],
    ['a short password', ['a@example.com'], 'short\n', 'Use at least 8 characters.'],
    ['no password', ['a@example.com'], '', 'Standard input holds no password.'],
  ])('says what is wrong with %s', async (_name, args, stdin, message) => {
    const run = await createUser({ args, stdin })
    expect(run).toMatchObject({ status: 1, out: '' })
    expect(run.err).toContain(message)
  })

  test('explains itself', async () => {
    const { status, out } = await createUser({ args: ['--help'] })
    expect(status).toBe(0)
    expect(out).toContain('npm run user:create -- ada@example.com --generate')
  })

  test('uses the embedded database, whether or not the service runs', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-create-user-'))
    const env = { DATA_DIR: dataDir }
    const [early, late] = [newEmail(), newEmail()]
    try {
      const stopped = await createUser({ args: [early], stdin: 'correct horse', env })
      expect(stopped, stopped.err).toMatchObject({ status: 0 })

      const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
      try {
        await migrate(postgres.url, () => {})
        expect(await passwordHash(postgres.url, early)).not.toBeNull()
        const running = await createUser({ args: [late], stdin: 'correct horse', env })
        expect(running, running.err).toMatchObject({ status: 0 })
        expect(await passwordHash(postgres.url, late)).not.toBeNull()
      } finally {
        await postgres.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

describe('npm run user:reset-password', () => {
  test('prints a link whose token works once, of which the database has the hash only', async () => {
    const email = newEmail()
    await createUser({ args: [email], stdin: 'correct horse\n' })
    const env = { DATABASE_URL: database.url, BASE_URL: 'https://chat.example.com' }
    const run = await createUser({ script: 'reset-password', args: [email.toUpperCase()], env })
    expect(run).toMatchObject({ status: 0, err: '' })
    const [, token = ''] =
      /https:\/\/chat\.example\.com\/reset-password\?token=([\w-]{43})\n/.exec(run.out) ?? []
    const rows = await runSql(database.url, 'select token_hash from password_reset')
    expect(rows).toEqual([{ token_hash: hashToken(token) }])
  })

  test('says that there is no such account, and how it is called', async () => {
    const unknown = newEmail()
    const run = await createUser({ script: 'reset-password', args: [unknown] })
    expect(run).toMatchObject({ status: 1, out: '', err: `There is no account ${unknown}.\n` })
    const wrong = await createUser({ script: 'reset-password', args: [] })
    expect(wrong.status).toBe(1)
    expect(wrong.err).toContain('npm run user:reset-password -- ada@example.com')
  })
})
