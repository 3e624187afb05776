import { Window } from 'happy-dom'
import type { Environment } from 'vitest/runtime'

/** What React and the hooks of the AI SDK ask a browser for. */
const GLOBALS = ['document', 'location', 'HTMLElement', 'HTMLIFrameElement', 'FileList'] as const

/**
 * An environment for tests of React hooks: the DOM of happy-dom with the
 * `fetch`, streams and timers of Node, so that a response is read as it arrives.
 */
export default {
  name: 'dom',
  viteEnvironment: 'ssr',
  setup(global) {
    const window = new Window({ url: 'http://localhost/' })
    global.window = window
    for (const name of GLOBALS) global[name] = window[name]
    return {
      async teardown() {
        await window.happyDOM.close()
        for (const name of ['window', ...GLOBALS]) delete global[name]
      },
    }
  },
} satisfies Environment
