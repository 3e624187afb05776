import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'

/** Marks the line in which a program has failed; null takes the mark away. */
export const markLine = StateEffect.define<number | null>()

const mark = Decoration.line({ class: 'cm-failed-line' })

/** The line in which a program has failed; the mark goes with the next change of the code. */
export const markedLine = StateField.define({
  create: () => Decoration.none,
  update(marks, { state, docChanged, effects }) {
    for (const effect of effects) {
      if (!effect.is(markLine)) continue
      const line = effect.value
      return line === null || line > state.doc.lines
        ? Decoration.none
        : Decoration.set(mark.range(state.doc.line(line).from))
    }
    return docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})
