import { createLazyModule } from './lazy-module.ts'

/** What renders formulas; a browser loads it with the first formula that is written while it looks. */
export const lazyFormulas = createLazyModule(
  import.meta.env.SSR ? await import('./formula-html.ts') : undefined,
  () => import('./formula-html.ts'),
)
