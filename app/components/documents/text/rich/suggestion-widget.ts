import { isNote } from '#core/suggestions/apply-suggestions.ts'
import type { PlacedSuggestion } from '../../editing/editor-contract.ts'

/** What a person decides about a suggestion. */
export type Decisions = { accept(id: string): void; dismiss(id: string): void }

/** A suggestion, and whether its text is another one by now. */
export type ShownSuggestion = { suggestion: PlacedSuggestion; isStale: boolean }

/** Longer texts, and those of several lines, stand below the original. */
const MAX_INLINE = 120

/** The element behind the original text: what is suggested, why, and the buttons. */
export function suggestionWidget(shown: ShownSuggestion, decisions: Decisions): HTMLElement {
  const { suggestion, isStale } = shown
  const { id, originalText, suggestedText, description } = suggestion
  const note = isNote(suggestion)
  const isLong = suggestedText.length > MAX_INLINE || suggestedText.includes('\n')
  const dom = element('span', isLong || note ? 'suggested is-block' : 'suggested')
  dom.contentEditable = 'false'
  dom.setAttribute('role', 'group')
  const change = suggestedText
    ? `Replace “${originalText}” with “${suggestedText}”.`
    : `Remove “${originalText}”.`
  const summary = note ? `About “${originalText}”.` : change
  dom.setAttribute('aria-label', `Suggestion: ${summary}`)
  if (isStale) dom.append(element('em', 'suggested-hint', 'Its text has changed.'))
  else if (!note && suggestedText) {
    const text = element('ins', 'suggested-text', suggestedText)
    if (description) text.title = description
    dom.append(text)
  }
  const buttons = element('span', 'suggested-buttons')
  if (!isStale && !note) {
    buttons.append(button('Accept', 'i-check', summary, () => decisions.accept(id)))
  }
  buttons.append(button('Dismiss', 'i-close', summary, () => decisions.dismiss(id)))
  if (description) {
    const reason = element('span', note ? 'suggested-note' : 'suggested-reason', description)
    reason.id = `inline-reason-${id}`
    dom.setAttribute('aria-describedby', reason.id)
    for (const control of buttons.children) control.setAttribute('aria-describedby', reason.id)
    if (note) dom.append(reason, buttons)
    else dom.append(buttons, reason)
  } else dom.append(buttons)
  return dom
}

function button(label: string, icon: string, summary: string, act: () => void): HTMLElement {
  const created = document.createElement('button')
  created.type = 'button'
  created.className = `icon-button ${icon}`
  created.title = label
  created.setAttribute('aria-label', `${label}: ${summary}`)
  // The selection stays in the text.
  created.addEventListener('mousedown', (event) => event.preventDefault())
  created.addEventListener('click', act)
  return created
}

function element(tag: string, className: string, text?: string): HTMLElement {
  const created = document.createElement(tag)
  created.className = className
  if (text !== undefined) created.textContent = text
  return created
}
