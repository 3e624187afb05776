import { type ExecFileOptions, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, pathForAccount, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

const USER = 'parley'
/** The one database of the server. */
const DATABASE = 'parley'
const CREATE_TIMEOUT_MS = 120_000

export type DataDirectory = {
  /** What Postgres calls its data directory (PGDATA). */
  data: string
  /** Password of the only database user. */
  password: string
}

/** The connection string of a database on the embedded server; our own, unless another is named. */
export function connectionString(port: number, password: string, database = DATABASE): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * Creates Postgres's data directory, with our database in it, unless it exists, and makes sure that the
 * account owns it.
 *
 * @param folder holds all of Postgres's files: `data`, `password` and the log
 * @throws Error when the data is of another major version, or cannot be created
 */
export async function ensureDataDirectory(
  folder: string,
  binaries: Binaries,
  account: Account,
  log: (line: string) => void,
): Promise<DataDirectory> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await giveToAccount(folder, account)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('Creating the database …')
    await createDataDirectory(folder, passwordFile, binaries, account)
  }
  const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.major) {
    throw new Error(
      `${data} was made by Postgres ${major}, and this is Postgres ${binaries.major}. Carry the data over with pg_dump and pg_restore, or set DATABASE_URL to a Postgres ${major}.`,
    )
  }
  await chmod(data, 0o700)
  return { data, password: readFileSync(passwordFile, 'utf8').trim() }
}

async function createDataDirectory(
  folder: string,
  passwordFile: string,
  binaries: Binaries,
  account: Account,
): Promise<void> {
  // Created under another name and then renamed, so that an interrupted start
  // leaves no half-made data directory behind.
  const partial = join(folder, 'data.partial')
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await giveToAccount(partial, account)
  await giveToAccount(passwordFile, account)
  const path = pathForAccount(partial, account)
  const options = [
    `--pgdata=${path}`,
    `--pwfile=${path}/../password`,
    `--username=${USER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Postgres's built-in locale sorts and changes case in the same way on
    // every system and after every upgrade of the system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const processOptions = { ...spawnOptions(account, partial), timeout: CREATE_TIMEOUT_MS }
  try {
    await run(binaries.initdb, options, processOptions)
    await createDatabase(binaries.postgres, path, processOptions)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    await rm(partial, { recursive: true, force: true })
    throw new Error(
      `The database could not be created in ${folder}: ${(stderr || message).trim()}. Set DATABASE_URL to a Postgres of your own, or DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  await rename(partial, join(folder, 'data'))
}

/**
 * Creates our database with the server in single-user mode, which needs no
 * connection and so no database client in the process that starts it
 * (https://www.postgresql.org/docs/current/app-postgres.html).
 */
async function createDatabase(postgres: string, data: string, options: ExecFileOptions) {
  const creating = run(postgres, ['--single', '-D', data, 'postgres'], options)
  creating.child.stdin?.end(`create database ${DATABASE}\n`)
  const { stderr } = await creating
  if (/ERROR|FATAL|PANIC/.test(String(stderr))) throw new Error(String(stderr))
}

/** Changes the owner of files that root has created, or restored from a backup. */
async function giveToAccount(path: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || gid === undefined || statSync(path).uid === uid) return
  try {
    await chown(path, uid, gid)
    if (!statSync(path).isDirectory()) return
    for (const entry of await readdir(path, { recursive: true })) {
      await lchown(join(path, entry), uid, gid)
    }
  } catch (error) {
    throw new Error(
      `${path} cannot be given to uid ${uid}, which runs Postgres (Postgres refuses to run as root). Start as an ordinary user, or set DATABASE_URL. (${(error as Error).message})`,
      { cause: error },
    )
  }
}
