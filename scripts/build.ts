import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitForLock } from './process-lock.ts'
import { projectRoot } from './project-root.ts'
import { hashSources } from './source-stamp.ts'

const BUILD_MS = 5 * 60_000
const KEPT_OUTPUT = 64 * 1024

const output = join(projectRoot, 'build')
const stampFile = join(output, 'stamp')
const compileCache = join(output, 'compile-cache')
const cli = join(projectRoot, 'node_modules/@remix-run/dev/dist/cli.js')

/** Whether `build/` was made from the sources as they are now. */
export function isBuildFresh(): boolean {
  if (!existsSync(join(output, 'server/index.js')) || !existsSync(stampFile)) return false
  return readFileSync(stampFile, 'utf8') === hashSources(projectRoot)
}

/**
 * Builds the app unless `build/` is up to date. Of several processes that call
 * it at once, one builds and the others wait.
 *
 * @returns whether it was built now
 * @throws Error with the builder's output when the build fails
 */
export async function buildIfStale(signal?: AbortSignal): Promise<boolean> {
  if (isBuildFresh()) return false
  return locked(async () => {
    if (isBuildFresh()) return false
    await build(signal)
    return true
  })
}

async function locked<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(output, { recursive: true })
  const lock = await waitForLock(projectRoot, 'build', BUILD_MS + 30_000)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

async function build(signal?: AbortSignal): Promise<void> {
  if (!existsSync(cli)) {
    throw new Error(
      'The app is not built, and the tools to build it are not installed. Run "npm ci" (without --omit=dev), then "npm run build".',
    )
  }
  // Before the build: a source that changes meanwhile makes the result stale.
  const hash = hashSources(projectRoot)
  rmSync(stampFile, { force: true })
  await runNode([cli, 'vite:build'], signal)
  // Of sources that have changed, the old would stay for ever.
  rmSync(compileCache, { recursive: true, force: true })
  await runNode(
    ['--import', './scripts/compile-cache.js', './scripts/warm-compile-cache.ts'],
    signal,
  )
  writeFileSync(stampFile, hash)
}

function runNode(command: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: BUILD_MS,
      signal,
    })
    let text = ''
    const keep = (data: Buffer) => {
      text = (text + data.toString()).slice(-KEPT_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else reject(new Error(`The build failed (${killedBy ?? `exit status ${code}`}):\n${text}`))
    })
  })
}

if (import.meta.main) {
  const began = performance.now()
  try {
    await locked(() => build())
    console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
