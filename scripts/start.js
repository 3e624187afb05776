import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// `npm start`: the whole service on this machine. The first step runs in a
// process of its own: it validates the variables and builds the app where
// needed. This process, which stays as the launcher, loads its modules only
// then, compiled by the build, and so needs no TypeScript in its memory. For
// the same reason this one file is JavaScript.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const settings = await prepare()
const [{ runLauncher }, { createProgress }, { loadEnvFile }] = await Promise.all([
  import('./launcher.ts'),
  import('./progress.ts'),
  import('./project-root.ts'),
])
loadEnvFile()
await runLauncher({ mode: 'production', settings, progress: createProgress(4, 1) })

/**
 * Runs `prepare.ts`. When it fails or is stopped, this process ends too.
 *
 * @returns {Promise<import('./launcher-settings.ts').LauncherSettings>}
 */
async function prepare() {
  const child = fork('scripts/prepare.ts')
  const stop = () => child.kill('SIGTERM')
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, stop)
  const exited = once(child, 'exit')
  // The channel closes after its last message, the process may end before it.
  const closed = once(child, 'disconnect').then(() => [])
  const [message] = await Promise.race([once(child, 'message'), closed])
  const [code] = await exited
  for (const signal of signals) process.off(signal, stop)
  if (!message) process.exit(code ?? 1)
  return message
}
