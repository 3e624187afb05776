import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { nativeCore } from './scripts/native-core-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [nativeCore(), remix(remixConfig)],
  server: { hmr: { port: 24_678 } },
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    // The same in both builds. Otherwise the stylesheet differs, gets two names, and the page loads both.
    cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
    chunkSizeWarningLimit: 1_000,
    rollupOptions: isSsrBuild
      ? {
          // Node runs these folders as TypeScript, as the worker does. A bundle
          // would hold a second copy of every entity and error class
          // (docs/decisions/0001-one-copy-of-core.md).
          external: [/^#core\//, /^#db\//],
        }
      : {},
  },
}))
