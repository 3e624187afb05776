import type { Ref } from 'react'
import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import type { TextRange } from '#core/documents/anchors/text-range.ts'

export type { PlacedSuggestion }

/** A part of the content: what is selected in an editor. */
export type ContentRange = TextRange

/** What the pane asks of an editor. */
export type EditorHandle = {
  /** The content as it would be saved now. */
  getContent(): string
  /**
   * Shows another content (saved elsewhere, merged, restored). Only what differs is
   * replaced, so that the caret, the scroll position and the undo history stay.
   */
  setContent(content: string): void
  /** What is selected, as offsets in {@link getContent}; null when nothing is. */
  getSelection(): ContentRange | null
  focus(): void
}

/**
 * What every editor of a document is given. An editor is a module of its own that
 * the pane loads when a document of its kind is opened; its default export takes these.
 */
export type EditorProps = {
  documentId: string
  title: string
  /** At first; later contents come through the handle. */
  initialContent: string
  readOnly: boolean
  handle: Ref<EditorHandle>
  /** After every change of the content by the person. Cheap: the content is asked for when it is saved. */
  onChange(): void
  suggestions: PlacedSuggestion[]
  onAccept(suggestionId: string): void
  onDismiss(suggestionId: string): void
  /** The selection has changed; null when nothing is selected any more. */
  onSelect(range: ContentRange | null): void
}
