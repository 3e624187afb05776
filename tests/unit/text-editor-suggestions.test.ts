import { EditorState } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { createKeptSource } from '#components/documents/text/markdown/kept-source.ts'
import { selectionOfRange } from '#components/documents/text/markdown/positions.ts'
import {
  marksOf,
  newMark,
  suggestionMarks,
  withMarks,
} from '#components/documents/text/rich/suggestion-marks.ts'

const CONTENT = 'The same sentence. And more.\n\nThe same sentence. And *other* words.\n'

/** A text in which the second of two same sentences has a suggestion. */
function open() {
  const kept = createKeptSource()
  const decisions = { accept() {}, dismiss() {} }
  const doc = kept.read(CONTENT)
  const state = EditorState.create({ doc, plugins: [suggestionMarks(decisions)] })
  const start = CONTENT.lastIndexOf('The same sentence.')
  const range = { start, end: start + 'The same sentence.'.length }
  const place = selectionOfRange(kept, doc, range)
  if (!place) throw new Error('no place')
  const suggestion = {
    ...{ id: 'a', range, originalText: 'The same sentence.' },
    ...{ suggestedText: 'Another.', description: null },
  }
  return state.apply(withMarks(state.tr, [newMark(suggestion, doc, place)]))
}

function shown(state: EditorState) {
  return marksOf(state).map(({ from, to, isStale }) => ({
    text: state.doc.textBetween(from, to),
    isStale,
  }))
}

describe('a suggestion in the text', () => {
  test('is at the sentence that it was made for', () => {
    const state = open()
    const [mark] = marksOf(state)
    expect(shown(state)).toEqual([{ text: 'The same sentence.', isStale: false }])
    expect(state.doc.resolve(mark?.from ?? 0).index(0)).toBe(1)
  })

  test('moves with the text, and is not wider for what is typed beside it', () => {
    let state = open()
    state = state.apply(state.tr.insertText('Before. ', 1))
    const [mark] = marksOf(state)
    state = state.apply(state.tr.insertText(' behind', mark?.to))
    state = state.apply(state.tr.insertText('ahead ', mark?.from))
    expect(shown(state)).toEqual([{ text: 'The same sentence.', isStale: false }])
    expect(state.doc.textContent).toContain('ahead The same sentence. behind And other')
  })

  test('says that its text has changed, as long as it has', () => {
    const state = open()
    const at = (marksOf(state)[0]?.from ?? 0) + 3
    const edited = state.apply(state.tr.insertText('x', at))
    expect(shown(edited)).toEqual([{ text: 'Thex same sentence.', isStale: true }])
    expect(shown(edited.apply(edited.tr.delete(at, at + 1)))).toEqual(shown(state))
  })

  test('goes with its text', () => {
    const state = open()
    const [mark] = marksOf(state)
    expect(shown(state.apply(state.tr.delete(mark?.from ?? 0, mark?.to ?? 0)))).toEqual([])
  })
})
