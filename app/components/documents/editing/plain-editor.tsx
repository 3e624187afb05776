import { useImperativeHandle, useRef } from 'react'
import type { EditorProps } from './editor-contract.ts'
import { changedRange, editedContent, offsetInContent, withLineFeeds } from './line-ends.ts'

/**
 * A plain text field for every kind of document: it takes the place of an editor that
 * cannot be loaded, or that has failed. Suggestions are in the list alone.
 */
export function PlainEditor({ title, initialContent, readOnly, handle, ...events }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  /** With the line ends that it has, which the field does not keep. */
  const content = useRef(initialContent)

  function read(): string {
    const value = field.current?.value
    if (value !== undefined) content.current = editedContent(content.current, value)
    return content.current
  }

  function selection() {
    const area = field.current
    if (!area || area.selectionStart === area.selectionEnd) return null
    const all = read()
    return {
      start: offsetInContent(all, area.selectionStart),
      end: offsetInContent(all, area.selectionEnd),
    }
  }

  useImperativeHandle(handle, () => ({
    getContent: read,
    setContent(next: string) {
      content.current = next
      const area = field.current
      const value = withLineFeeds(next)
      if (!area || area.value === value) return
      const { start, end, otherEnd } = changedRange(area.value, value)
      area.setRangeText(value.slice(start, otherEnd), start, end, 'preserve')
    },
    getSelection: selection,
    focus: () => field.current?.focus(),
  }))

  return (
    <textarea
      ref={field}
      className="plain-editor"
      aria-label={title || 'Document'}
      defaultValue={withLineFeeds(initialContent)}
      readOnly={readOnly}
      spellCheck={false}
      onInput={events.onChange}
      onSelect={() => events.onSelect(selection())}
    />
  )
}
