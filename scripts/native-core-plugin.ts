import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Repeats the `imports` of package.json, which a file that Vite bundles into its configuration cannot look up. */
const FOLDERS = { '#core/': 'app/core', '#db/': 'db' }
const NATIVE = '\0native:'

/**
 * Does in development what `external` does in the production build: the pages on
 * the server import `#core/*` and `#db/*` from Node, as `server.ts` does, so
 * that the process holds one copy of each module
 * (docs/decisions/0001-one-copy-of-core.md). Vite's development server cannot
 * treat a source file of the project as external. Instead this plugin replaces
 * each such module by one that re-exports what Node has loaded.
 */
export function nativeCore(): Plugin {
  let root = ''
  return {
    name: 'native-core',
    enforce: 'pre',
    apply: 'serve',
    configResolved(config) {
      root = config.root
    },
    resolveId(id, _importer, options) {
      const folder = Object.entries(FOLDERS).find(([alias]) => id.startsWith(alias))
      if (!options.ssr || !folder) return null
      const [alias, path] = folder
      return NATIVE + join(root, path, id.slice(alias.length))
    },
    async load(id) {
      if (!id.startsWith(NATIVE)) return null
      const file = JSON.stringify(id.slice(NATIVE.length))
      const names = Object.keys(await import(id.slice(NATIVE.length)))
      return [
        `import { createRequire } from 'node:module'`,
        `const native = createRequire(${file})(${file})`,
        ...names.map((name) => `export const ${name} = native.${name}`),
      ].join('\n')
    },
  }
}
