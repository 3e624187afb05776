import type { OutputPiece, ProgramError } from './run-message.ts'

/** Something that a program has put out, as the page lists it. */
export type OutputItem = OutputPiece | { type: 'value'; text: string } | ProgramError

export type Output = {
  items: OutputItem[]
  characters: number
  /** Whether the program has put out more than is kept. */
  isCut: boolean
}

export const NO_OUTPUT: Output = { items: [], characters: 0, isCut: false }

/** What is kept of the output of a program: the sandbox sends a little less of its own accord. */
const MAX_CHARACTERS = 450_000
const MAX_ITEMS = 6_000
/** A table or a plot counts as this many characters. */
const FIGURE_CHARACTERS = 10_000
/** Text of the same kind is joined to items of about this length. */
const JOINED_CHARACTERS = 4_000

/** The output with more behind it; what is too much is dropped, which `isCut` then says. */
export function addOutput(output: Output, added: OutputItem[]): Output {
  const items = [...output.items]
  let { characters, isCut } = output
  for (const item of added) {
    const isError = item.type === 'error'
    const length = 'text' in item ? item.text.length : FIGURE_CHARACTERS
    // What went wrong is always told.
    if (!isError && (items.length >= MAX_ITEMS || characters + length > MAX_CHARACTERS)) {
      isCut = true
      continue
    }
    characters += length
    const last = items.at(-1)
    if (item.type === 'text' && last?.type === 'text' && isJoined(last, item)) {
      items[items.length - 1] = { ...last, text: last.text + item.text }
    } else items.push(item)
  }
  return { items, characters, isCut }
}

function isJoined(last: TextPiece, next: TextPiece): boolean {
  // An item begins with a line of its own, so that its text is one block.
  const isLong = last.text.length >= JOINED_CHARACTERS && last.text.endsWith('\n')
  return last.stream === next.stream && !isLong
}

type TextPiece = Extract<OutputPiece, { type: 'text' }>
