export const CHAT_MODEL = 'bench-chat'
export const TITLE_MODEL = 'bench-title'
/** How long the model thinks about a title. */
export const TITLE_MS = 800

export type ModelScript = {
  words: number
  /** Milliseconds between two words; 0 sends all at once. */
  everyMs?: number
  /** Milliseconds before the first. */
  afterMs?: number
}

/** The message that makes the bench's model answer so. */
export function modelPrompt({ words, everyMs = 0, afterMs = 0 }: ModelScript): string {
  return `${words} words, one every ${everyMs} ms, after ${afterMs} ms`
}
