/** Models of the bench's own model server; see model-server.ts. */
export const CHAT_MODEL = 'bench-chat'
export const TITLE_MODEL = 'bench-title'

/** How long the model takes to write a title: milliseconds. */
export const TITLE_MS = 800
/** The model never answers when it is asked for the title of a message with this text. */
export const HANGING_TITLE = 'a title that hangs'

/** A message that asks for Markdown, word by word: code, lists and tables among paragraphs. */
export const MARKDOWN_PROMPT = 'Markdown of 3,000 words'
export const MARKDOWN_WORDS = 3_000
/** Milliseconds between two words of it: 15 s for all of them. */
export const MARKDOWN_INTERVAL_MS = 5

/** What the model server answers to a message, and how fast. */
export type ReplyScript = {
  words: number
  /** Milliseconds between two words; 0 sends all of them at once. */
  intervalMs?: number
  /** Milliseconds before the first word. */
  delayMs?: number
  /** Letters of a word at least; by default a word is as long as what it tells. */
  letters?: number
}

/** The message text that makes the model server follow the script. */
export function replyPrompt({ words, intervalMs = 0, delayMs = 0, letters = 0 }: ReplyScript) {
  return `${words} words of ${letters} letters, one every ${intervalMs} ms, after ${delayMs} ms`
}

/** Reads the script from a message text; a text without one asks for a single word at once. */
export function parseReplyPrompt(text: string): Required<ReplyScript> {
  const [, words, letters, intervalMs, delayMs] =
    text.match(/^(\d+) words of (\d+) letters, one every (\d+) ms, after (\d+) ms$/) ?? []
  return {
    words: Number(words ?? 1),
    letters: Number(letters ?? 0),
    intervalMs: Number(intervalMs ?? 0),
    delayMs: Number(delayMs ?? 0),
  }
}

/**
 * The present time in microseconds, by a clock that all processes of the
 * machine share: the client compares it with the time that the model server
 * has written into each word.
 */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
