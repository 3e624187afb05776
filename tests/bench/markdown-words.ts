import { MARKDOWN_WORDS } from './reply-script.ts'

const SENTENCES =
  'Some words of a **reply** that is written while you look at it, with `code` and a [link](https://example.org/a) in it. '
const CODE = `\`\`\`ts\n${'const value = compute(1, "two") // note\n'.repeat(20)}\`\`\`\n\n`
const LIST = `${`- ${SENTENCES}\n`.repeat(5)}\n`
const TABLE = `| a | b | c |\n|---|---|---|\n${'| one two | three | four |\n'.repeat(12)}\n`
const BLOCKS = [`## A heading\n\n${SENTENCES.repeat(4)}\n\n`, CODE, TABLE, LIST, CODE]

/** The words of a long reply, each with the white space behind it. */
export function markdownWords(): string[] {
  const words: string[] = []
  for (let block = 0; words.length < MARKDOWN_WORDS; block += 1) {
    words.push(...(BLOCKS[block % BLOCKS.length] ?? '').split(/(?<=\s)/))
  }
  return words.slice(0, MARKDOWN_WORDS)
}
