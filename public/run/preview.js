/*
 * Shows an HTML document in a frame of its own: scripts and styles in it run, but its
 * origin is opaque and its policy allows no network (docs/decisions/0032-running-code.md).
 */

const tellPage = parent.postMessage.bind(parent)

addEventListener('message', function onShow({ source, data }) {
  if (source !== parent || data?.type !== 'show' || typeof data.html !== 'string') return
  removeEventListener('message', onShow)
  // The policy of a page does not cover calls between browsers in every browser.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
    Object.defineProperty(window, name, { value: undefined })
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: storageInMemory() })
  }
  const write = document.write.bind(document)
  const close = document.close.bind(document)
  document.open()
  forbidFrames()
  // Opening the document removes all listeners, so this one is added after it.
  addEventListener('error', ({ message }) => {
    if (message) tellPage({ type: 'error', message: String(message).slice(0, 1000) }, '*')
  })
  // A shadow tree in the HTML would not be watched.
  write(data.html.replace(/shadowroot/gi, 'shadow-root'))
  close()
})

/**
 * Removes each frame within the page before it shows anything. A frame has a window of
 * its own, with calls between browsers, which no policy forbids. What the page could
 * change is taken before it runs; ways to make a shadow tree that is not watched are closed.
 */
function forbidFrames() {
  const { MutationObserver } = window
  const uncurry = (method) => Function.prototype.call.bind(method)
  const findInDocument = uncurry(Document.prototype.querySelectorAll)
  const findInShadow = uncurry(DocumentFragment.prototype.querySelectorAll)
  const remove = uncurry(Element.prototype.remove)
  const observe = uncurry(MutationObserver.prototype.observe)
  const attachShadow = uncurry(Element.prototype.attachShadow)
  const insertHtml = uncurry(Element.prototype.insertAdjacentHTML)

  function watch(root, find) {
    const observer = new MutationObserver(() => {
      const frames = find(root, 'iframe, frame, object, embed')
      for (let index = 0; frames[index]; index += 1) remove(frames[index])
    })
    observe(observer, root, { childList: true, subtree: true })
  }

  watch(document, findInDocument)
  Element.prototype.attachShadow = function (options) {
    const { mode, delegatesFocus, slotAssignment = 'named' } = options
    const root = attachShadow(this, { mode, delegatesFocus, slotAssignment })
    watch(root, findInShadow)
    return root
  }
  // These read shadow trees from HTML; what `write` has to add stands at the end of what there is.
  for (const target of [Element.prototype, ShadowRoot.prototype, Document]) {
    for (const name of Object.getOwnPropertyNames(target)) {
      if (name.endsWith('Unsafe')) delete target[name]
    }
  }
  const add = (...html) =>
    insertHtml(document.body ?? document.documentElement, 'beforeend', html.join(''))
  Object.defineProperties(Document.prototype, {
    write: { value: add },
    writeln: { value: add },
    open: { value: () => document },
    close: { value: () => {} },
  })
}

/** What stands in for the storage, which an opaque origin has none of: pages often keep their state there. */
function storageInMemory() {
  const items = new Map()
  return {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

tellPage({ type: 'ready' }, '*')
