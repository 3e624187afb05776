import { placeBeside } from './place-beside.ts'

/** How long the pointer rests on a control before its name is shown, in milliseconds. */
const DELAY_MS = 450
/** What has a tooltip: a control that shows only an icon, or says so itself. */
const NAMED = '.icon-button, [data-tooltip]'

/**
 * Shows the name of a control that is only an icon, when the pointer rests on it
 * or the keyboard leads to it. The name is there for screen readers already, so
 * the tooltip is hidden from them.
 *
 * @returns a function that ends it
 */
export function startTooltips(): () => void {
  const tooltip = document.createElement('div')
  tooltip.className = 'tooltip'
  tooltip.popover = 'manual'
  tooltip.ariaHidden = 'true'
  document.body.append(tooltip)
  const ended = new AbortController()
  let owner: HTMLElement | null = null
  let timer: number | undefined

  function show(control: HTMLElement) {
    const text = nameOf(control)
    if (!text || !control.isConnected) return
    tooltip.textContent = text
    tooltip.showPopover()
    placeBeside(tooltip, control, false)
  }
  function hide() {
    clearTimeout(timer)
    owner = null
    if (tooltip.matches(':popover-open')) tooltip.hidePopover()
  }
  function expect(target: EventTarget | null, delayMs: number) {
    const control = target instanceof Element ? target.closest<HTMLElement>(NAMED) : null
    if (control === owner) return
    hide()
    owner = control
    if (control) timer = window.setTimeout(() => show(control), delayMs)
  }

  const { signal } = ended
  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType === 'mouse') expect(target, DELAY_MS)
    },
    { signal, passive: true },
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) expect(target, 0)
      else hide()
    },
    { signal },
  )
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('pointerdown', hide, { signal, capture: true })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
  return () => {
    ended.abort()
    clearTimeout(timer)
    tooltip.remove()
  }
}

function nameOf(control: HTMLElement): string | null | undefined {
  return (
    control.dataset.tooltip ||
    control.ariaLabel ||
    control.querySelector('.sr-only')?.textContent ||
    control.title
  )
}
