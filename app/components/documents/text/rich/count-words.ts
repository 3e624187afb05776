import type { Node } from 'prosemirror-model'

/** A word, with what stands within it; in scripts without spaces a character counts as one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,\-_](?=[\p{L}\p{N}]))*/gu

const counts = new WeakMap<Node, number>()

/** How many words a text has. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}

/** How many words a document shows. A block that is the same object is counted once. */
export function countWordsOf(doc: Node): number {
  let sum = 0
  doc.forEach((block) => {
    let count = counts.get(block)
    if (count === undefined) {
      count = countWords(block.textBetween(0, block.content.size, ' ', ' '))
      counts.set(block, count)
    }
    sum += count
  })
  return sum
}
