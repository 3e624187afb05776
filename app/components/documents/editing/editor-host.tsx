import {
  type ComponentType,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ContentBuffer } from '#hooks/documents/content-buffer.ts'
import { EditorBoundary } from './editor-boundary.tsx'
import type { EditorHandle, EditorProps } from './editor-contract.ts'
import { loadEditor } from './editor-modules.ts'
import { PlainEditor } from './plain-editor.tsx'

type EditorHostProps = Omit<EditorProps, 'handle' | 'initialContent' | 'readOnly'> & {
  kind: string
  buffer: ContentBuffer
  /** Shown until the editor is there. */
  children: ReactNode
}

/** The editor of a document, once it is loaded; a plain text field where it cannot be. */
export function EditorHost({ kind, children, ...given }: EditorHostProps) {
  const props = {
    ...given,
    onChange: useStable(given.onChange),
    onAccept: useStable(given.onAccept),
    onDismiss: useStable(given.onDismiss),
    onSelect: useStable(given.onSelect),
  }
  const [editor, setEditor] = useState<{ Component: ComponentType<EditorProps> }>()
  const place = useRef<HTMLDivElement>(null)
  /** The height of what was read until now: the page keeps it while the editor is built. */
  const [height, setHeight] = useState(0)

  useEffect(() => {
    let isGone = false
    void loadEditor(kind).then((loaded) => {
      if (isGone) return
      setHeight(place.current?.offsetHeight ?? 0)
      setEditor({ Component: loaded ?? PlainEditor })
    })
    return () => {
      isGone = true
    }
  }, [kind])

  useEffect(() => {
    if (!editor || height === 0) return
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => setHeight(0)))
    return () => cancelAnimationFrame(frame)
  }, [editor, height])

  return (
    <div ref={place} className="editor-host" style={height > 0 ? { minHeight: height } : undefined}>
      {editor ? (
        <EditorBoundary fallback={<FailedEditor {...props} />}>
          <OpenEditor Component={editor.Component} {...props} />
        </EditorBoundary>
      ) : (
        children
      )}
    </div>
  )
}

/** What is shown of a document whose editor has failed. */
function FailedEditor(props: Omit<EditorHostProps, 'kind' | 'children'>) {
  return (
    <>
      <p role="alert" className="note bad">
        The editor has failed. Nothing is lost: this is the text as it is. Reload the page to try
        the editor again.
      </p>
      <OpenEditor Component={PlainEditor} {...props} />
    </>
  )
}

type OpenEditorProps = Omit<EditorHostProps, 'kind' | 'children'> & {
  Component: ComponentType<EditorProps>
}

/** Renders again only when what an editor is given has changed, not with every state of the page. */
const OpenEditor = memo(function OpenEditor({ Component, buffer, ...props }: OpenEditorProps) {
  const [initialContent] = useState(() => buffer.get())
  const handle = useCallback(
    (attached: EditorHandle | null) => buffer.attach(attached, initialContent),
    [buffer, initialContent],
  )
  // Before the editor is taken down: then it may have nothing to say any more.
  useLayoutEffect(() => () => buffer.attach(null, ''), [buffer])
  return <Component {...props} initialContent={initialContent} readOnly={false} handle={handle} />
})

/** A function that stays the same and calls the present one. */
function useStable<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call)
  latest.current = call
  return useCallback((...args: A) => latest.current(...args), [])
}
