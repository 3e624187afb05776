import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

export type RenderedHook<T> = {
  /** What the hook returned when it was rendered last. */
  readonly current: T
  /** Takes the component off the page, as a reload does. */
  unmount(): void
}

/** Renders a component that calls a hook; the test needs `dom-environment.ts`. */
export async function renderHook<T>(useHook: () => T): Promise<RenderedHook<T>> {
  const rendered = Promise.withResolvers<void>()
  let current: { value: T } | undefined
  function Probe() {
    current = { value: useHook() }
    rendered.resolve()
    return null
  }
  const root = createRoot(document.createElement('div'))
  root.render(createElement(Probe))
  await rendered.promise
  return {
    get current() {
      if (!current) throw new Error('The hook has not been rendered.')
      return current.value
    },
    unmount: () => root.unmount(),
  }
}
