/** A piece of a line of Markdown. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'em' | 'strong' | 'del'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'image'; href: string; alt: string }

/** The text of a block: its source, and the pieces of it once they have been read. */
export type BlockText = { source: string; pieces: Inline[] }

/** A list item; `checked` is null when it is no task. */
type ListItem = { checked: boolean | null; blocks: Block[] }

export type CellAlign = 'left' | 'center' | 'right' | null

/** A block of Markdown. */
export type Block =
  | { type: 'paragraph'; text: BlockText; tight: boolean }
  | { type: 'heading'; depth: number; text: BlockText }
  | { type: 'code'; language: string | undefined; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | null; items: ListItem[] }
  | { type: 'table'; align: CellAlign[]; rows: BlockText[][] }
  | { type: 'rule' }
  /** Text that is shown as it stands: HTML, or what is too much to be formatted. */
  | { type: 'plain'; text: string }

/** Where the references of a text lead, by their labels. */
export type References = Map<string, string>

/** The form in which labels of references are compared (CommonMark, "matches"). */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** A text whose pieces have not been read yet. */
export function unreadText(source: string): BlockText {
  return { source, pieces: [] }
}
