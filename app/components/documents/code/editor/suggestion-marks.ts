import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view'
import type { PlacedSuggestion } from '../../editing/editor-contract.ts'
import { type SuggestionHandlers, SuggestionWidget } from './suggestion-widget.ts'

/** A suggestion at its place in the view, whose offsets count a line end as one character. */
export type ShownSuggestion = { from: number; to: number; suggestion: PlacedSuggestion }

/** Replaces the suggestions that are shown. */
export const setSuggestions = StateEffect.define<ShownSuggestion[]>()

/**
 * Shows suggestions in the code: their text is marked, and what should stand there is
 * shown below its last line, with buttons. They move with the text around them; one
 * whose own text is changed is no longer shown.
 *
 * F8 goes to the buttons of the next one.
 */
export function suggestionMarks(handlers: SuggestionHandlers): Extension {
  const field = StateField.define<ShownSuggestion[]>({
    create: () => [],
    update(shown, { state, changes, docChanged, effects }) {
      const given = effects.find((effect) => effect.is(setSuggestions))
      if (given) return given.value.filter((each) => isThere(state, each))
      if (!docChanged || shown.length === 0) return shown
      return shown
        .map((each) => ({
          ...each,
          from: changes.mapPos(each.from, 1),
          to: changes.mapPos(each.to, -1),
        }))
        .filter((each) => isThere(state, each))
    },
    provide: (self) =>
      EditorView.decorations.compute([self], (state) =>
        decorations(state, state.field(self), handlers),
      ),
  })

  function goToNext(view: EditorView): boolean {
    const places = [...view.state.field(field)].sort((a, b) => a.from - b.from)
    const { head } = view.state.selection.main
    const next = places.find(({ from }) => from > head) ?? places[0]
    if (!next) return false
    view.dispatch({
      selection: { anchor: next.from },
      effects: EditorView.scrollIntoView(next.from, { y: 'center' }),
    })
    // What was out of sight is drawn after the scrolling.
    requestAnimationFrame(() => {
      const widget = view.dom.querySelector(`[data-suggestion="${CSS.escape(next.suggestion.id)}"]`)
      widget?.querySelector('button')?.focus()
    })
    return true
  }

  return [field, keymap.of([{ key: 'F8', run: goToNext }])]
}

function isThere(state: EditorState, { from, to, suggestion }: ShownSuggestion): boolean {
  return to <= state.doc.length && from < to && state.sliceDoc(from, to) === suggestion.originalText
}

function decorations(
  state: EditorState,
  shown: ShownSuggestion[],
  handlers: SuggestionHandlers,
): DecorationSet {
  return Decoration.set(
    shown.flatMap(({ from, to, suggestion }) => {
      const { description } = suggestion
      const attributes: Record<string, string> = description ? { title: description } : {}
      const widget = new SuggestionWidget(suggestion, handlers)
      // A text that ends with a line end has its last line before it.
      const line = state.doc.lineAt(Math.max(from, to - 1))
      return [
        Decoration.mark({ class: 'cm-suggestion', attributes }).range(from, to),
        Decoration.widget({ widget, side: 1, block: true }).range(line.to),
      ]
    }),
    true,
  )
}
