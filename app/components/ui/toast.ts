/** What a page says in passing. */
type Toast = {
  text: string
  /** What can be done about it meanwhile. */
  action?: { label: string; onSelect(): void }
  /** How long it stays, unless the pointer or the focus is on it. */
  seconds?: number
}

const SECONDS = 6

let region: HTMLElement | undefined

/**
 * Shows a sentence at the bottom of the window for some seconds, with a button
 * if there is something to do about it: "Chat deleted. Undo". Screen readers say
 * it; the focus stays where it is. It stays while the pointer or the focus is on it.
 */
export function showToast({ text, action, seconds = SECONDS }: Toast): void {
  region ??= makeRegion()
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.append(text)
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => toast.remove()
  const hold = () => clearTimeout(timer)
  function release() {
    hold()
    timer = setTimeout(close, seconds * 1_000)
  }
  if (action) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: action.label,
      onclick() {
        close()
        action.onSelect()
      },
    })
    toast.append(' ', button)
  }
  toast.addEventListener('pointerenter', hold)
  toast.addEventListener('focusin', hold)
  toast.addEventListener('pointerleave', release)
  toast.addEventListener('focusout', release)
  region.replaceChildren(toast)
  release()
}

function makeRegion(): HTMLElement {
  const element = Object.assign(document.createElement('div'), { className: 'toasts' })
  element.setAttribute('role', 'status')
  document.body.append(element)
  return element
}
