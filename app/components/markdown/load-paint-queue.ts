import { createLazyModule } from './lazy-module.ts'

/** What colours code in a browser; it is loaded with the first code that the page did not come with. */
export const lazyPaintQueue = createLazyModule(undefined, () => import('./paint-queue.ts'))
