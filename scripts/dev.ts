import { watch } from 'node:fs'
import { runLauncher } from './launcher.ts'
import { print } from './progress.ts'

/** What Node runs as it stands; Vite takes care of the rest. */
const WATCHED = ['app/core', 'app/web.ts', 'db', 'worker', 'server.ts']
const DEBOUNCE_MS = 150

/** `npm run dev`: like `npm start`, with Vite's dev server and restarts when sources change. */
await runLauncher({
  mode: 'development',
  started({ web, worker }) {
    let timer: NodeJS.Timeout | undefined
    const changed = (_event: string, file: string | null) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        print(`${file ?? 'A source'} changed: the web process and the worker are started anew.`)
        void Promise.all([web.restart(), worker.restart()])
      }, DEBOUNCE_MS)
    }
    for (const path of WATCHED) watch(path, { recursive: !path.endsWith('.ts') }, changed)
  },
})
