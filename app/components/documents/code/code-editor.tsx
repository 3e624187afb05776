import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { codeLanguage } from '#core/documents/code-language.ts'
import type { EditorProps } from '../editing/editor-contract.ts'
import { CodeFrame } from './code-frame.tsx'
import { type CodeSurface, createCodeSurface } from './editor/create-code-surface.ts'

/** Milliseconds without a change after which the language is looked for again. */
const QUIET_MS = 500

/** Edits a code document, coloured as its language asks for. */
export default function CodeEditor(props: EditorProps) {
  const { title, handle, suggestions } = props
  const place = useRef<HTMLDivElement>(null)
  const [surface, setSurface] = useState<CodeSurface | null>(null)
  const [language, setLanguage] = useState(() => codeLanguage(title, props.initialContent))
  const latest = useRef(props)
  latest.current = props
  const initial = useRef(props.initialContent)
  const hintId = useId()

  useEffect(() => {
    if (!place.current) return
    const created = createCodeSurface({
      place: place.current,
      content: initial.current,
      label: latest.current.title || 'Code',
      hintId,
      isReadOnly: latest.current.readOnly,
      onChange() {
        latest.current.onChange()
        detectSoon()
      },
      onSelect: (range) => latest.current.onSelect(range),
      onAccept: (id) => latest.current.onAccept(id),
      onDismiss: (id) => latest.current.onDismiss(id),
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    function detectSoon() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        setLanguage(codeLanguage(latest.current.title, created.getContent()))
      }, QUIET_MS)
    }
    setSurface(created)
    return () => {
      clearTimeout(timer)
      created.destroy()
    }
  }, [hintId])

  useImperativeHandle(
    handle,
    () => ({
      getContent: () => surface?.getContent() ?? initial.current,
      setContent(content) {
        if (surface) surface.setContent(content)
        else initial.current = content
        setLanguage(codeLanguage(latest.current.title, content))
      },
      getSelection: () => surface?.getSelection() ?? null,
      focus: () => surface?.focus(),
    }),
    [surface],
  )

  useEffect(() => {
    if (surface) setLanguage(codeLanguage(title, surface.getContent()))
  }, [surface, title])

  useEffect(() => {
    // Without it the code is not coloured, and all else works.
    surface?.setLanguage(language.name).catch(() => {})
  }, [surface, language.name])

  useEffect(() => {
    surface?.setSuggestions(suggestions)
  }, [surface, suggestions])

  return (
    <>
      <CodeFrame
        language={language}
        isWhole
        getSource={() => surface?.getContent() ?? initial.current}
        onGoToLine={(line) => surface?.goToLine(line)}
        tools={
          <button
            type="button"
            className="icon-button i-search"
            aria-label="Find and replace"
            onClick={() => surface?.openSearch()}
          />
        }
      >
        <div ref={place} />
      </CodeFrame>
      <p id={hintId} className="sr-only">
        Tab indents. To leave the editor, press Escape, then Tab. F8 goes to the next suggestion.
      </p>
    </>
  )
}
