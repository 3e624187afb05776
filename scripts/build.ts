import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressPyodide, copyPyodide } from './copy-pyodide.ts'
import { hashSources } from './hash-sources.ts'
import { waitForLock } from './process-lock.ts'
import { projectRoot } from './project-root.ts'
import { runScript } from './run-script.ts'

const BUILD_TIMEOUT_MS = 5 * 60_000
const LOCK_DEADLINE_MS = BUILD_TIMEOUT_MS + 30_000

const outputFolder = join(projectRoot, 'build')
/** Holds the hash of the sources of the build. */
const stampFile = join(outputFolder, 'stamp')
const compileCache = join(outputFolder, 'compile-cache')
const remixCli = join(projectRoot, 'node_modules/@remix-run/dev/dist/cli.js')

/** Whether `build/` was made from the present sources. */
export function isBuildFresh(): boolean {
  if (!existsSync(join(outputFolder, 'server/index.js')) || !existsSync(stampFile)) return false
  return readFileSync(stampFile, 'utf8') === hashSources(projectRoot)
}

/**
 * Builds the app unless `build/` is up to date. When several processes call this
 * at the same time, one builds and the others wait for it.
 *
 * @returns whether this call has built it
 * @throws Error with the builder's output when the build fails
 */
export async function buildIfStale(signal?: AbortSignal): Promise<boolean> {
  if (isBuildFresh()) return false
  return withBuildLock(async () => {
    if (isBuildFresh()) return false
    await build(signal)
    return true
  })
}

async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(outputFolder, { recursive: true })
  const lock = await waitForLock(projectRoot, 'build', LOCK_DEADLINE_MS)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

async function build(signal?: AbortSignal): Promise<void> {
  if (!existsSync(remixCli)) {
    throw new Error(
      'The app is not built, and the tools to build it are not installed. Run "npm ci" (without --omit=dev), then "npm run build".',
    )
  }
  // Taken before the build, so that a source which changes meanwhile makes the result stale.
  const hash = hashSources(projectRoot)
  rmSync(stampFile, { force: true })
  await Promise.all([runNode([remixCli, 'vite:build'], signal), compressPyodide()])
  copyPyodide(outputFolder)
  // Node never deletes the cache of sources that have changed, so it is built anew.
  rmSync(compileCache, { recursive: true, force: true })
  await runNode(['--import', './scripts/preload.js', './scripts/warm-compile-cache.ts'], signal)
  for (const entry of ['server.ts', 'worker/index.ts']) await warmEntryPoint(entry, signal)
  writeFileSync(stampFile, hash)
}

function runNode(command: string[], signal?: AbortSignal): Promise<void> {
  return runScript(command, {
    what: 'The build',
    env: { ...process.env, NODE_ENV: 'production' },
    timeout: BUILD_TIMEOUT_MS,
    signal,
  })
}

/**
 * Puts an entry point into the compile cache. It cannot be imported without
 * starting, so it is started without a database, upon which it ends at once. A
 * failure costs no more than a slower first start.
 */
async function warmEntryPoint(entry: string, signal?: AbortSignal): Promise<void> {
  await runScript(['--import', './scripts/preload.js', entry], {
    what: entry,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '' },
    timeout: BUILD_TIMEOUT_MS,
    signal,
  }).catch(() => signal?.throwIfAborted())
}

if (import.meta.main) {
  const began = performance.now()
  try {
    await withBuildLock(() => build())
    console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
