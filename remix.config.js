/**
 * Options of the Remix Vite plugin; vite.config.ts passes them on. All v3
 * flags are on, which keeps the way to React Router open, but for the lazy
 * discovery of routes: for every node that is added to a page it looks through
 * all that stands beside it, so that a long document took seconds to be shown.
 * All routes together are 2 kB.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  serverModuleFormat: 'esm',
  ignoredRouteFiles: ['**/*.test.*'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
