import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { nativeCore } from './scripts/native-core-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [nativeCore(), tailwindcss(), remix(remixConfig)],
  server: { hmr: { port: 24_678 } },
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    // One for both builds: else they give the stylesheet two names, and the page loads both.
    cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
    chunkSizeWarningLimit: 1_000,
    rollupOptions: isSsrBuild
      ? {
          // The domain and the database layer are run by Node as they stand
          // (type stripping), shared with the worker. Bundling a second copy
          // would give two of each entity and error class in one process.
          // See docs/decisions/0001-one-copy-of-core.md.
          external: [/^#core\//, /^#db\//],
        }
      : {},
  },
}))
