import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NO_VARIABLES, type PostgresAccount, postgresDataArgument } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

export const POSTGRES_USER = 'parley'

export type PostgresCluster = {
  /** Postgres's data directory. */
  data: string
  password: string
}

/**
 * Makes the data directory of the embedded Postgres unless it is there.
 *
 * @param home the folder that belongs to Postgres; holds `data` and `password`
 * @throws Error when the data is of another major version, or cannot be made
 */
export async function ensureCluster(
  home: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  log: (line: string) => void,
): Promise<PostgresCluster> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await own(home, account)
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('Creating the database …')
    await createCluster(home, passwordFile, binaries, account)
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

async function createCluster(
  home: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  // Made under another name and then renamed: a power cut leaves all or nothing.
  const partial = join(home, 'data.partial')
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await own(partial, account)
  await own(passwordFile, account)
  const place = postgresDataArgument(partial, account)
  const options = [
    `--pgdata=${place}`,
    `--pwfile=${place}/../password`,
    `--username=${POSTGRES_USER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts and folds case the same on every system and after every upgrade.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  try {
    await run(binaries.initdb, options, {
      ...account,
      cwd: partial,
      env: NO_VARIABLES,
      timeout: 120_000,
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    await rm(partial, { recursive: true, force: true })
    throw new Error(
      `The database could not be created in ${home}: ${(stderr || message).trim()}. Set DATABASE_URL to a Postgres of your own, or DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  await rename(partial, join(home, 'data'))
}

/** Gives what root has made, or brought back from a backup, to the account. */
async function own(path: string, { uid, gid }: PostgresAccount): Promise<void> {
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
