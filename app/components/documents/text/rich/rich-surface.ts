import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { type Command, EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import type { PlacedSuggestion } from '../../editing/editor-contract.ts'
import { changeContent } from '../markdown/change-content.ts'
import { createKeptSource } from '../markdown/kept-source.ts'
import { rangeOfSelection, selectionOfRange } from '../markdown/positions.ts'
import type { Surface, SurfaceEvents } from '../surface.ts'
import { clipboard } from './clipboard.ts'
import { markdownInputRules } from './input-rules.ts'
import { type Requests, textKeymap } from './keymap.ts'
import { openLinks } from './links.ts'
import { nodeViews } from './node-views.ts'
import { placeholder } from './placeholder.ts'
import { marksOf, newMark, suggestionMarks, withMarks } from './suggestion-marks.ts'
import type { Decisions } from './suggestion-widget.ts'
import { keepTableShape } from './tables.ts'

type Options = SurfaceEvents &
  Requests & {
    decisions: Decisions
    place: HTMLElement
    content: string
    label: string
    isReadOnly: () => boolean
  }

/** The formatted view of a text. */
export type RichSurface = Surface & {
  view: EditorView
  run(command: Command): void
  /** Shows suggestions; those that were shown stay where their text has moved to. */
  setSuggestions(suggestions: PlacedSuggestion[]): void
}

/** From so many blocks on, those out of sight are not laid out. */
const LONG_BLOCKS = 200

/**
 * Opens a Markdown text formatted.
 *
 * @throws NotReadableError when it can only be edited as source
 */
export function createRichSurface(options: Options): RichSurface {
  const kept = createKeptSource()
  const state = EditorState.create({ doc: kept.read(options.content), plugins: pluginsOf(options) })
  let known = { doc: state.doc, content: options.content }
  const view = new EditorView(options.place, {
    state,
    nodeViews,
    editable: () => !options.isReadOnly(),
    attributes: ({ doc }) => ({
      class: `prose formatted-text${doc.childCount >= LONG_BLOCKS ? ' is-long' : ''}`,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
      spellcheck: 'true',
    }),
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      if (tr.docChanged && !tr.getMeta('isForeign')) options.onChange()
      if (tr.docChanged || tr.selectionSet || tr.storedMarksSet) options.onUpdate()
    },
  })

  function getContent(): string {
    const { doc } = view.state
    if (known.doc !== doc) known = { doc, content: kept.contentOf(doc) }
    return known.content
  }

  function setContent(content: string, isOwn: boolean) {
    const tr = changeContent(view.state, kept, content)
    if (!tr) return
    tr.setMeta('isForeign', true)
    if (!isOwn) tr.setMeta('addToHistory', false)
    view.dispatch(tr)
  }

  function getSelection() {
    const { from, to, empty } = view.state.selection
    return empty ? null : rangeOfSelection(kept, view.state.doc, { from, to })
  }

  function getCaret() {
    const { doc, selection } = view.state
    const { from } = selection
    const selected = getSelection()
    if (selected) return selected
    const behind = rangeOfSelection(kept, doc, { from, to: from + 1 })
    const before = rangeOfSelection(kept, doc, { from: Math.max(0, from - 1), to: from })
    const at = behind?.start ?? before?.end ?? 0
    return { start: at, end: at }
  }

  function select(range: { start: number; end: number }) {
    const { doc, tr } = view.state
    const found = selectionOfRange(kept, doc, range)
    const from = found?.from ?? doc.content.size
    const to = range.start === range.end ? from : (found?.to ?? from)
    tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to)))
    view.dispatch(tr.scrollIntoView())
  }

  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }

  function setSuggestions(suggestions: PlacedSuggestion[]) {
    const before = marksOf(view.state)
    if (suggestions.length === 0 && before.length === 0) return
    const { doc, tr } = view.state
    const content = getContent()
    const blocks = kept.sourcesOf(doc)
    const marks = suggestions.flatMap((suggestion) => {
      const { id, range, originalText } = suggestion
      const known = before.find((mark) => mark.suggestion.id === id && !mark.isStale)
      if (known) return { ...known, suggestion }
      const isThere = range && content.slice(range.start, range.end) === originalText
      const place = isThere ? selectionOfRange(kept, doc, range, blocks) : null
      if (place) return newMark(suggestion, doc, place)
      return before.filter((mark) => mark.suggestion.id === id)
    })
    view.dispatch(withMarks(tr, marks))
  }

  return {
    view,
    run,
    setSuggestions,
    getContent,
    setContent,
    getSelection,
    getCaret,
    select,
    undo: () => run(undo),
    redo: () => run(redo),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function pluginsOf({ editLink, showSource, isReadOnly, decisions }: Options): Plugin[] {
  return [
    markdownInputRules(),
    textKeymap({ editLink, showSource }),
    history(),
    clipboard(),
    openLinks(),
    dropCursor({ color: false, class: 'text-drop-cursor' }),
    gapCursor(),
    tableEditing(),
    keepTableShape(),
    suggestionMarks(decisions),
    placeholder(isReadOnly() ? 'There is no text yet.' : 'Write here. Markdown works too.'),
  ]
}
