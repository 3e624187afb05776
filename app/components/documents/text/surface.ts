import type { ContentRange } from '../editing/editor-contract.ts'

/** One way to edit a text: formatted, or as its source. Offsets are those of the content. */
export type Surface = {
  getContent(): string
  /**
   * Shows another content; only what differs is replaced.
   *
   * @param isOwn whether the person changed it (in the other view), who may then undo it
   * @throws NotReadableError when it cannot be shown here
   */
  setContent(content: string, isOwn: boolean): void
  /** What is selected; null when nothing is. */
  getSelection(): ContentRange | null
  /** Where the caret is, or what is selected. */
  getCaret(): ContentRange
  /** Selects a part, or places the caret where both ends are the same, and shows it. */
  select(range: ContentRange): void
  undo(): void
  redo(): void
  focus(): void
  destroy(): void
}

/** What a surface tells. */
export type SurfaceEvents = {
  /** The person has changed the content. */
  onChange(): void
  /** The content, the selection or what can be undone has changed. */
  onUpdate(): void
}
