/**
 * Run by the build, with the compile cache on: imports the modules of the
 * launcher, the web process and the worker, so that their first start already
 * finds them compiled. Importing one of our modules starts nothing.
 */
await Promise.all([
  import('#app/web.ts'),
  import('#core/services.server.ts'),
  import('#core/shutdown.ts'),
  import('../worker/run-job.ts'),
  import('./launcher.ts'),
  import('./progress.ts'),
  import(new URL('../build/server/index.js', import.meta.url).href),
])
