import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { isNote } from '#core/suggestions/apply-suggestions.ts'
import type { PlacedSuggestion } from '../../editing/editor-contract.ts'
import { type Decisions, suggestionWidget } from './suggestion-widget.ts'

/** A suggestion at its place in the document. */
export type SuggestionMark = {
  suggestion: PlacedSuggestion
  from: number
  to: number
  /** What stood there when it was placed. */
  text: string
  isStale: boolean
}

type MarksState = { marks: SuggestionMark[]; decorations: DecorationSet }

const key = new PluginKey<MarksState>('suggestions')

/** The suggestions as they are placed now. */
export function marksOf(state: EditorState): SuggestionMark[] {
  return key.getState(state)?.marks ?? []
}

/** A transaction that shows other suggestions. */
export function withMarks(tr: Transaction, marks: SuggestionMark[]): Transaction {
  return tr.setMeta(key, marks).setMeta('addToHistory', false)
}

/** A suggestion at a place of a document. */
export function newMark(
  suggestion: PlacedSuggestion,
  doc: Node,
  { from, to }: { from: number; to: number },
): SuggestionMark {
  return { suggestion, from, to, text: textOf(doc, from, to), isStale: false }
}

/**
 * Shows suggestions at their places: the original text is marked, what is suggested
 * stands behind it. The places move with every edit; a suggestion whose text is
 * another one says so, and one whose text is gone goes.
 */
export function suggestionMarks(decisions: Decisions): Plugin<MarksState> {
  return new Plugin({
    key,
    state: {
      init: () => ({ marks: [], decorations: DecorationSet.empty }),
      apply(tr, before): MarksState {
        const given: SuggestionMark[] | undefined = tr.getMeta(key)
        if (given) return decorate(tr.doc, given, decisions)
        if (!tr.docChanged || before.marks.length === 0) return before
        const marks = before.marks.flatMap((mark) => moved(mark, tr))
        const isSame =
          marks.length === before.marks.length &&
          marks.every(({ isStale }, index) => isStale === before.marks[index]?.isStale)
        if (!isSame) return decorate(tr.doc, marks, decisions)
        return { marks, decorations: before.decorations.map(tr.mapping, tr.doc) }
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  })
}

function moved(mark: SuggestionMark, { mapping, doc }: Transaction): SuggestionMark[] {
  const wasEmpty = mark.from === mark.to
  const from = mapping.map(mark.from, wasEmpty ? -1 : 1)
  const to = Math.max(from, mapping.map(mark.to, -1))
  if (from === to && !wasEmpty) return []
  return [{ ...mark, from, to, isStale: textOf(doc, from, to) !== mark.text }]
}

function textOf(doc: Node, from: number, to: number): string {
  return doc.textBetween(from, to, '\n', '\ufffc')
}

function decorate(doc: Node, marks: SuggestionMark[], decisions: Decisions): MarksState {
  const decorations = marks.flatMap((mark) => {
    const { suggestion, from, to, isStale } = mark
    const { id, description } = suggestion
    const widget = Decoration.widget(to, () => suggestionWidget(mark, decisions), {
      key: `${id} ${isStale} ${suggestion.suggestedText} ${description}`,
      side: -1,
      marks: [],
      stopEvent: () => true,
      ignoreSelection: true,
    })
    const isPlain = isStale || isNote(suggestion)
    const attrs = {
      class: isPlain ? 'suggested-original is-plain' : 'suggested-original',
      ...(description && { title: description }),
    }
    return from === to ? [widget] : [Decoration.inline(from, to, attrs), widget]
  })
  return { marks, decorations: DecorationSet.create(doc, decorations) }
}
