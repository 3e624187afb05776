import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))
