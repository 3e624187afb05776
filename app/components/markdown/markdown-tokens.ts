/** A piece of a line of Markdown. */
export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'em' | 'strong' | 'del' | 'sub' | 'sup'; children: Inline[] }
  | { type: 'math'; text: string; display: boolean }
  /** A number that leads to a footnote; the first one is where the footnote leads back to. */
  | { type: 'note'; note: Footnote; isFirst: boolean }
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
  /** `closed` when its fence is, so that nothing can be added to it. */
  | { type: 'code'; language: string | undefined; text: string; closed: boolean }
  | { type: 'math'; text: string; closed: boolean }
  | { type: 'footnote'; note: Footnote; blocks: Block[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | null; items: ListItem[] }
  | { type: 'table'; align: CellAlign[]; rows: BlockText[][] }
  | { type: 'rule' }
  /** Text that is shown as it stands: HTML, or what is too much to be formatted. */
  | { type: 'plain'; text: string }

/** A footnote. Its number is 0 until a reference to it has been met, `known` false until its text has. */
export type Footnote = { label: string; number: number; known: boolean }

/** What the references of a text lead to, by their labels. */
export type References = {
  links: Map<string, string>
  footnotes: Map<string, Footnote>
  /** Footnotes that have a number. */
  numbered: number
  /** Whether the text grows, so that footnotes may follow that are not there yet. */
  isGrowing: boolean
}

/** The form in which labels of references are compared (CommonMark, "matches"). */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** A text whose pieces have not been read yet. */
export function unreadText(source: string): BlockText {
  return { source, pieces: [] }
}
