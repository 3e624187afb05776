import { createLazyModule } from './lazy-module.ts'

/**
 * What reads and formats Markdown. On the server it is there from the start. A browser
 * needs it only for what comes after the page: what the page came with is formatted.
 */
export const lazyMarkdown = createLazyModule(
  import.meta.env.SSR ? await import('./markdown-body.tsx') : undefined,
  () => import('./markdown-body.tsx'),
)

// Before the first reply of a new chat, which has nothing formatted on its page.
if (!import.meta.env.SSR) {
  if (document.readyState === 'complete') lazyMarkdown.request()
  else addEventListener('load', lazyMarkdown.request, { once: true })
}
