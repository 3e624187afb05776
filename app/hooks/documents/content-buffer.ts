import type { EditorHandle } from '#components/documents/editing/editor-contract.ts'

export type ContentBuffer = ReturnType<typeof createContentBuffer>

/**
 * The content of an open document, wherever it is shown: with an editor it is what the
 * editor has, before and after that what was last known. An editor is asked only when
 * it has changed something, so that a document that is merely opened stays as it is,
 * byte for byte.
 */
export function createContentBuffer(initial: string) {
  let content = initial
  let editor: EditorHandle | null = null
  let isStale = false
  let hasChanged = false

  /** An editor that has crashed has nothing to say; what it had last is kept. */
  function read() {
    if (!editor || !isStale) return
    try {
      content = editor.getContent()
      isStale = false
    } catch {}
  }

  return {
    get(): string {
      read()
      return content
    },
    /** Shows another content. */
    set(next: string) {
      content = next
      isStale = false
      editor?.setContent(next)
    },
    /** The person has changed something in the editor. */
    changed() {
      isStale = true
      hasChanged = true
    },
    /**
     * An editor is there, or gone (null).
     *
     * @param shown what the editor was opened with
     */
    attach(handle: EditorHandle | null, shown: string) {
      read()
      editor = handle
      if (handle && content !== shown) handle.setContent(content)
    },
    focus: () => editor?.focus(),
    /** Whether the person has ever changed something. */
    hasChanged: () => hasChanged,
    /** The content as it was last known, without asking the editor. */
    last: () => content,
  }
}
