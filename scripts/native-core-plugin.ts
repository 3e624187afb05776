import { join } from 'node:path'
import type { Plugin } from 'vite'

/** As in the `imports` of package.json; Vite bundles this file, so it cannot be asked. */
const FOLDERS = { '#core/': 'app/core', '#db/': 'db' }
const NATIVE = '\0native:'

/**
 * The development side of what `external` does in the production build: the
 * server's pages take `#core/*` and `#db/*` from Node itself, as `server.ts`
 * does, so that there is one copy of each in the process
 * (docs/decisions/0001-one-copy-of-core.md). Vite's dev server cannot leave a
 * source file of ours external, so each is stood for by a module that hands
 * on the exports of Node's own.
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
