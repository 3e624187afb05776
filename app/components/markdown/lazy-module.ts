import { useSyncExternalStore } from 'react'

/**
 * A module that a browser loads when it is first needed.
 *
 * @param initial the module where it is there from the start, as on the server
 * @param load imports it
 */
export function createLazyModule<Module>(initial: Module | undefined, load: () => Promise<Module>) {
  let loaded = initial
  let isLoading = false
  const listeners = new Set<() => void>()

  function current(): Module | undefined {
    return loaded
  }

  /** Loads it. Where the network does not give it, the next call tries again. */
  function request(): void {
    if (loaded || isLoading) return
    isLoading = true
    load().then(
      (module) => {
        loaded = module
        for (const listener of listeners) listener()
      },
      () => {
        isLoading = false
      },
    )
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    request()
    return () => void listeners.delete(listener)
  }

  /**
   * Does something with the module when it has been loaded.
   *
   * @param use may return a function that ends what it has begun
   * @returns a function that ends it, or keeps it from beginning
   */
  function whenLoaded(use: (module: Module) => (() => void) | undefined): () => void {
    let end: (() => void) | undefined
    const stop = subscribe(start)
    function start() {
      stop?.()
      if (loaded) end = use(loaded)
    }
    if (loaded) start()
    return () => {
      stop()
      end?.()
    }
  }

  return {
    current,
    request,
    whenLoaded,
    /** The module for a component, which renders again when it has been loaded. */
    useModule: () => useSyncExternalStore(subscribe, current, current),
  }
}
