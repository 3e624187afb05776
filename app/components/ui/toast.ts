/** What a page says in passing. */
type Toast = {
  text: string
  /** What can be done about it meanwhile. */
  action?: { label: string; onSelect(): void }
  /** How long it stays, unless the pointer or the focus is on it. */
  seconds?: number
  /** It has gone, and its action was not taken. */
  onEnd?(): void
}

const SECONDS = 6

let region: HTMLElement | undefined
/** Ends the toast that is shown. */
let endShown = () => {}

/**
 * Shows a sentence at the bottom of the window for some seconds, with a button
 * if there is something to do about it: "Chat deleted. Undo". Screen readers say
 * it; the focus stays where it is, and F6 moves it to the button. It stays while
 * the pointer or the focus is on it.
 *
 * @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable
 */
export function showToast({ text, action, seconds = SECONDS, onEnd }: Toast): void {
  endShown()
  region ??= makeRegion()
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.append(text)
  const ended = new AbortController()
  const { signal } = ended
  let timer: ReturnType<typeof setTimeout> | undefined
  let focusedBefore: EventTarget | null = null

  function restart() {
    clearTimeout(timer)
    timer = setTimeout(
      () => (toast.matches(':hover, :focus-within') ? restart() : end()),
      seconds * 1_000,
    )
  }
  function close() {
    ended.abort()
    clearTimeout(timer)
    endShown = () => {}
    if (toast.matches(':focus-within') && focusedBefore instanceof HTMLElement)
      focusedBefore.focus()
    toast.remove()
  }
  function end() {
    close()
    onEnd?.()
  }

  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = action.label
    button.ariaKeyShortcuts = 'F6'
    button.onclick = () => {
      close()
      action.onSelect()
    }
    toast.append(' ', button)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || toast.matches(':focus-within')) return
      event.preventDefault()
      button.focus()
    }
    document.addEventListener('keydown', onKeyDown, { signal })
  }
  toast.addEventListener('focusin', ({ relatedTarget }) => {
    focusedBefore ??= relatedTarget
  })
  toast.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    // It would stop a reply that is being written.
    event.preventDefault()
    event.stopPropagation()
    end()
  })
  toast.addEventListener('pointerleave', restart)
  toast.addEventListener('focusout', restart)
  region.append(toast)
  endShown = end
  restart()
}

function makeRegion(): HTMLElement {
  const element = Object.assign(document.createElement('div'), { className: 'toasts' })
  element.setAttribute('role', 'status')
  document.body.append(element)
  return element
}
