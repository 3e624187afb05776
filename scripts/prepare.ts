import { buildIfStale, isBuildFresh } from './build.ts'
import { readLauncherSettings } from './launcher-settings.ts'
import { createProgress, print } from './progress.ts'
import { loadEnvFile } from './project-root.ts'

/**
 * The first step of `npm start`, in a process of its own: validates the
 * variables, chooses the port and builds the app where needed. Its result is the
 * message to its parent.
 */
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => abort.abort())
}
// The channel must not keep this process alive.
process.channel?.unref()

try {
  loadEnvFile()
  const settings = await readLauncherSettings()
  createProgress(4).step(isBuildFresh() ? 'The app is built' : 'Building the app')
  await buildIfStale(abort.signal)
  process.send?.(settings)
} catch (error) {
  print(abort.signal.aborted ? 'Stopped.' : (error as Error).message)
  process.exitCode = abort.signal.aborted ? 0 : 1
}
