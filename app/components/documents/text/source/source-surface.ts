import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import type { ContentRange } from '../../editing/editor-contract.ts'
import type { Surface, SurfaceEvents } from '../surface.ts'
import { type LineEnds, lineEndsOf } from './line-ends.ts'
import { changesBetween } from './text-changes.ts'

type Options = SurfaceEvents & {
  place: HTMLElement
  content: string
  label: string
  isReadOnly: boolean
  /** Asks for the formatted view. */
  showFormatted(): void
}

/** A change that the person did not make here. */
const isForeign = Annotation.define<boolean>()

/** The source of a text. Its line ends stay as they are. */
export function createSourceSurface(options: Options): Surface {
  let lineEnds: LineEnds = lineEndsOf(options.content)
  const view = new EditorView({ parent: options.place, state: newState(options.content) })

  function newState(content: string): EditorState {
    return EditorState.create({
      doc: content,
      extensions: [EditorState.lineSeparator.of(lineEnds.separator), extensionsOf(options)],
    })
  }

  function getContent(): string {
    return view.state.sliceDoc()
  }

  function setContent(content: string, isOwn: boolean) {
    const before = getContent()
    if (before === content) return
    const next = lineEndsOf(content)
    if (next.separator !== lineEnds.separator) {
      lineEnds = next
      view.setState(newState(content))
      return
    }
    const changes = changesBetween(before, content).map(({ from, to, insert }) => ({
      from: toView({ start: from, end: from }).start,
      to: toView({ start: to, end: to }).end,
      insert,
    }))
    view.dispatch({
      changes: changes.map((change) => ({ ...change, insert: view.state.toText(change.insert) })),
      annotations: [isForeign.of(true), Transaction.addToHistory.of(isOwn)],
    })
  }

  /** In the view a line end is one character. */
  function toView(range: ContentRange): ContentRange {
    return lineEnds.toView(view.state.doc, range)
  }

  function toContent(range: ContentRange): ContentRange {
    return lineEnds.toContent(view.state.doc, range)
  }

  function getCaret() {
    const { from, to } = view.state.selection.main
    return toContent({ start: from, end: to })
  }

  return {
    getContent,
    setContent,
    getCaret,
    getSelection: () => (view.state.selection.main.empty ? null : getCaret()),
    select(range) {
      const { start, end } = toView(range)
      view.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true })
    },
    undo: () => undo(view),
    redo: () => redo(view),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function extensionsOf({
  label,
  isReadOnly,
  onChange,
  onUpdate,
  showFormatted,
}: Options): Extension {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  const toggle = {
    key: 'Shift-Mod-m',
    run() {
      showFormatted()
      return true
    },
  }
  return [
    EditorView.cspNonce.of(nonce),
    history(),
    keymap.of([toggle, ...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    placeholder('Write Markdown here.'),
    EditorView.clipboardInputFilter.of((text, state) => text.replace(/\r\n?|\n/g, state.lineBreak)),
    EditorView.contentAttributes.of({
      'aria-label': `${label} (source)`,
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
      const isOwn = transactions.some((tr) => tr.docChanged && !tr.annotation(isForeign))
      if (isOwn) onChange()
      if (docChanged || selectionSet) onUpdate()
    }),
  ]
}
