import { createLazyModule } from '../markdown/lazy-module.ts'

/** Longest time until the formats are made in a browser that is busy: milliseconds. */
const MOST_WAIT_MS = 2_000

/**
 * The formats of times in the reader's language. A browser takes tens of milliseconds for
 * the first one, so they are made while it has nothing else to do.
 */
export const lazyTimeFormats = createLazyModule(undefined, async () => {
  await isIdle()
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  await isIdle()
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return { time, date }
})

export type TimeFormats = NonNullable<ReturnType<typeof lazyTimeFormats.current>>

function isIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks before version 26.4.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 100)
    else requestIdleCallback(() => resolve(), { timeout: MOST_WAIT_MS })
  })
}
