import { type EditorView, WidgetType } from '@codemirror/view'
import { isNote } from '#core/suggestions/apply-suggestions.ts'
import type { PlacedSuggestion } from '../../editing/editor-contract.ts'

export type SuggestionHandlers = {
  onAccept(suggestionId: string): void
  onDismiss(suggestionId: string): void
}

/** What should stand in place of the code above it, why, and the buttons that decide. */
export class SuggestionWidget extends WidgetType {
  readonly suggestion: PlacedSuggestion
  readonly handlers: SuggestionHandlers

  constructor(suggestion: PlacedSuggestion, handlers: SuggestionHandlers) {
    super()
    this.suggestion = suggestion
    this.handlers = handlers
  }

  override eq({ suggestion }: SuggestionWidget): boolean {
    const { id, suggestedText, description } = this.suggestion
    return (
      suggestion.id === id &&
      suggestion.suggestedText === suggestedText &&
      suggestion.description === description
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, suggestedText, description } = this.suggestion
    const note = isNote(this.suggestion)
    const card = element('div', 'cm-suggestion-card')
    card.dataset.suggestion = id
    card.setAttribute('role', 'group')
    card.setAttribute('aria-label', note ? 'Note' : 'Suggestion')
    if (!note) {
      const text = element(suggestedText ? 'ins' : 'em', 'cm-suggestion-text')
      text.textContent = suggestedText || 'Nothing stands here then.'
      card.append(text)
    }
    const reason = element('p', 'cm-suggestion-reason')
    reason.id = `code-suggestion-${id}`
    reason.textContent = description
    if (description) card.append(reason)
    const buttons = element('div', 'row')
    const add = (label: string, className: string, decide: () => void) => {
      const button = element('button', className) as HTMLButtonElement
      button.type = 'button'
      button.textContent = label
      if (description) button.setAttribute('aria-describedby', reason.id)
      button.addEventListener('click', () => {
        decide()
        view.focus()
      })
      buttons.append(button)
    }
    if (!note) add('Accept', 'button small primary', () => this.handlers.onAccept(id))
    add('Dismiss', 'button small', () => this.handlers.onDismiss(id))
    card.append(buttons)
    card.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      view.focus()
    })
    // The editor measures the place, to which margins would not belong.
    const place = element('div', 'cm-suggestion-place')
    place.append(card)
    return place
  }

  /** The browser handles its buttons, not the editor. */
  override ignoreEvent(): boolean {
    return true
  }
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}
