import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Preloaded with `node --import` by the commands that run the service.

// React and Express look at this variable itself, whatever our own default is,
// and would load what they have for development.
process.env.NODE_ENV ||= 'production'

// Node keeps the compiled code (including TypeScript without its types) for the
// next start, which then takes a quarter less time and memory. The cache lies in
// the project's folder: other users could place code in one that they share with
// us, such as /tmp. Without permission to write there Node goes on without a cache.
module.enableCompileCache(fileURLToPath(new URL('../build/compile-cache', import.meta.url)))
