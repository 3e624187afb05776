/**
 * Run once after a build with the compile cache on: loads what the web process
 * and the worker are made of, so that already their first start finds it
 * compiled. Importing a module of ours starts nothing.
 */
await Promise.all([
  import('#app/web.ts'),
  import('#core/services.server.ts'),
  import('#core/shutdown.ts'),
  import('../worker/run-job.ts'),
  import(new URL('../build/server/index.js', import.meta.url).href),
])
