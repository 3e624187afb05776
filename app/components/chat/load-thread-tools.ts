import { createLazyModule } from '../markdown/lazy-module.ts'

/** What waits for images to be opened and text to be selected; nothing of it is on the server's page. */
export const lazyThreadTools = createLazyModule(undefined, () => import('./thread-tools.tsx'))
