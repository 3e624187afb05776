import { buildIfStale, isBuildFresh } from './build.ts'
import { runLauncher } from './launcher.ts'

/** `npm start`: the whole service on this machine. */
await runLauncher({
  mode: 'production',
  async build(progress, signal) {
    progress.step(isBuildFresh() ? 'The app is built' : 'Building the app')
    await buildIfStale(signal)
  },
})
