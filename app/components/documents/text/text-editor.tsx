import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { EditorProps } from '../editing/editor-contract.ts'
import { LinkDialog } from './bar/link-dialog.tsx'
import { TextBar } from './bar/text-bar.tsx'
import { changeLink, type EditedLink, linkAt } from './rich/links.ts'
import { createTextController, type TextController } from './text-controller.ts'
import { TextStatus } from './text-status.tsx'

/** Edits a text in Markdown: formatted, or as its source. */
export default function TextEditor(props: EditorProps) {
  const { title, initialContent, readOnly, handle } = props
  const richPlace = useRef<HTMLDivElement>(null)
  const sourcePlace = useRef<HTMLDivElement>(null)
  const [controller, setController] = useState<TextController | null>(null)
  const [link, setLink] = useState<EditedLink | null>(null)
  const latest = useRef(props)
  latest.current = props
  const first = useRef({ title, initialContent })

  // Before anything is painted: the text takes the place of what was read until now.
  useLayoutEffect(() => {
    if (!richPlace.current || !sourcePlace.current) return
    const created = createTextController({
      richPlace: richPlace.current,
      sourcePlace: sourcePlace.current,
      content: first.current.initialContent,
      label: first.current.title,
      isReadOnly: () => latest.current.readOnly,
      events: () => ({
        onChange: latest.current.onChange,
        onSelect: latest.current.onSelect,
        onEditLink: () => setLink(linkIn(created)),
        // Thrown while rendering, it is for the boundary around the editor.
        onFail: (error) =>
          setLink(() => {
            throw error
          }),
        onAccept: latest.current.onAccept,
        onDismiss: latest.current.onDismiss,
      }),
    })
    setController(created)
    return () => created.destroy()
  }, [])

  const { suggestions } = props
  useEffect(() => controller?.setSuggestions(suggestions), [controller, suggestions])

  useImperativeHandle(
    handle,
    () => ({
      getContent: () => controller?.getContent() ?? first.current.initialContent,
      setContent: (content) => {
        if (controller) controller.setContent(content)
        else first.current.initialContent = content
      },
      getSelection: () => controller?.getSelection() ?? null,
      focus: () => controller?.focus(),
    }),
    [controller],
  )

  function finishLink(text: string, href: string) {
    const view = controller?.richView()
    // The text may have been changed from elsewhere since the dialog was opened.
    const current = view && linkAt(view.state)
    if (current) {
      const isSameText = text === link?.text
      view.dispatch(changeLink(view.state, current, isSameText ? current.text : text, href))
    }
    closeLink()
  }

  function closeLink() {
    setLink(null)
    controller?.focus()
  }

  return (
    <div className="text-editor">
      {controller && !readOnly && (
        <TextBar controller={controller} onEditLink={() => setLink(linkIn(controller))} />
      )}
      <div ref={richPlace} className="text-formatted" />
      <div ref={sourcePlace} className="text-source" hidden />
      {controller && <TextStatus controller={controller} />}
      {link && <LinkDialog link={link} onSave={finishLink} onClose={closeLink} />}
    </div>
  )
}

function linkIn(controller: TextController): EditedLink | null {
  const view = controller.richView()
  return view && linkAt(view.state)
}
