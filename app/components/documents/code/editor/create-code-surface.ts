import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Text,
  Transaction,
} from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import type { ContentRange, PlacedSuggestion } from '../../editing/editor-contract.ts'
import { type LineEnds, lineEndsOf } from '../../text/source/line-ends.ts'
import { changesBetween } from '../../text/source/text-changes.ts'
import { codeColours } from './code-colours.ts'
import { indentationOf } from './indentation.ts'
import { loadLanguage } from './load-language.ts'
import { markedLine, markLine } from './marked-line.ts'
import { setSuggestions, suggestionMarks } from './suggestion-marks.ts'
import type { SuggestionHandlers } from './suggestion-widget.ts'

type Options = SuggestionHandlers & {
  place: HTMLElement
  content: string
  label: string
  /** The id of the element that says which keys do what. */
  hintId: string
  isReadOnly: boolean
  /** The person has changed the code. */
  onChange(): void
  onSelect(range: ContentRange | null): void
}

export type CodeSurface = ReturnType<typeof createCodeSurface>

/** A change that the person did not make here. */
const isForeign = Annotation.define<boolean>()

/** The editor of code. Its line ends stay as they are; offsets are those of the content. */
export function createCodeSurface(options: Options) {
  let lineEnds: LineEnds = lineEndsOf(options.content)
  let isSelected = false
  let languageName: string | undefined
  const language = new Compartment()
  const lines = new Compartment()
  const view = new EditorView({
    parent: options.place,
    state: EditorState.create({
      doc: textOf(options.content, lineEnds),
      extensions: [
        lines.of(EditorState.lineSeparator.of(lineEnds.separator)),
        language.of([]),
        extensionsOf(options),
        EditorView.clipboardInputFilter.of((text, state) =>
          text.replace(/\r\n?|\n/g, state.lineBreak),
        ),
        EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
          const isOwn = transactions.some((tr) => tr.docChanged && !tr.annotation(isForeign))
          if (isOwn) options.onChange()
          if (docChanged || selectionSet) tellSelection()
        }),
      ],
    }),
  })

  function tellSelection() {
    const range = getSelection()
    if (range || isSelected) options.onSelect(range)
    isSelected = range !== null
  }

  function getSelection(): ContentRange | null {
    const { from, to, empty } = view.state.selection.main
    return empty ? null : lineEnds.toContent(view.state.doc, { start: from, end: to })
  }

  return {
    getContent: () => view.state.sliceDoc(),
    getSelection,
    focus: () => view.focus(),
    destroy: () => view.destroy(),
    openSearch: () => openSearchPanel(view),

    /** Shows another content; only what differs is replaced, which the person cannot undo. */
    setContent(content: string) {
      const before = view.state.sliceDoc()
      if (before === content) return
      const next = lineEndsOf(content)
      const known = lineEnds
      const changes = changesBetween(before, content).map(({ from, to, insert }) => {
        const range = known.toView(view.state.doc, { start: from, end: to })
        return { from: range.start, to: range.end, insert }
      })
      const isOtherEnd = next.separator !== known.separator
      lineEnds = next
      view.dispatch({
        // Where the line ends change, each line does.
        changes: isOtherEnd
          ? { from: 0, to: view.state.doc.length, insert: textOf(content, next) }
          : changes.map((change) => ({ ...change, insert: textOf(change.insert, next) })),
        effects: isOtherEnd ? lines.reconfigure(EditorState.lineSeparator.of(next.separator)) : [],
        annotations: [isForeign.of(true), Transaction.addToHistory.of(false)],
      })
    },

    /** Colours and indents the code as a language asks for, once that has been loaded. */
    async setLanguage(name: string | undefined) {
      if (name === languageName) return
      languageName = name
      const extension = await loadLanguage(name)
      if (name !== languageName) return
      view.dispatch({ effects: language.reconfigure(extension) })
    },

    /** Shows suggestions; those without a place are left out. */
    setSuggestions(suggestions: PlacedSuggestion[]) {
      const shown = suggestions.flatMap((suggestion) => {
        if (!suggestion.range) return []
        const { start, end } = lineEnds.toView(view.state.doc, suggestion.range)
        return [{ from: start, to: end, suggestion }]
      })
      view.dispatch({ effects: setSuggestions.of(shown) })
    },

    /** Puts the caret into a line, from 1, and marks the line until the code changes. */
    goToLine(line: number) {
      if (line < 1 || line > view.state.doc.lines) return
      const { from } = view.state.doc.line(line)
      view.dispatch({
        selection: { anchor: from },
        effects: [markLine.of(line), EditorView.scrollIntoView(from, { y: 'center' })],
      })
      view.focus()
    },
  }
}

/** Without the splitting at every kind of line end that the editor does by itself. */
function textOf(content: string, { separator }: LineEnds): Text {
  return Text.of(content.split(separator))
}

function extensionsOf(options: Options): Extension {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.readOnly.of(options.isReadOnly),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    rectangularSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of(indentationOf(options.content)),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    codeColours,
    markedLine,
    suggestionMarks(options),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-describedby': options.hintId,
    }),
  ]
}
