import { watch } from 'node:fs'
import { runLauncher } from './launcher.ts'
import { readLauncherSettings } from './launcher-settings.ts'
import { createProgress, print } from './progress.ts'
import { loadEnvFile, projectRoot } from './project-root.ts'

/** Sources that Node runs directly and that need a restart; Vite reloads the pages itself. */
const WATCHED = ['app/core', 'app/web.ts', 'db', 'worker', 'server.ts']
/** An editor or a checkout changes several files within a moment: they cause one restart. */
const DEBOUNCE_MS = 150

/** `npm run dev`: like `npm start`, but with Vite's development server and a restart when sources change. */
process.chdir(projectRoot)
loadEnvFile()
await runLauncher({
  mode: 'development',
  settings: await readLauncherSettings().catch(exitWithMessage),
  progress: createProgress(3),
  started({ web, worker }) {
    let timer: NodeJS.Timeout | undefined
    const onChange = (_event: string, file: string | null) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        print(`${file ?? 'A source'} changed: the web process and the worker are restarted.`)
        void Promise.all([web.restart(), worker.restart()])
      }, DEBOUNCE_MS)
    }
    for (const path of WATCHED) watch(path, { recursive: !path.endsWith('.ts') }, onChange)
  },
})

function exitWithMessage(error: Error): never {
  print(error.message)
  process.exit(1)
}
