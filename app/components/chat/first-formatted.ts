import type { MessagePart, PageMessage } from '#app/page-message.ts'
import { lazyMarkdown } from '../markdown/load-markdown.ts'
import {
  COLOURED_CHARACTERS,
  FORMATTED_CHARACTERS,
  MOST_ELEMENTS,
} from '../markdown/markdown-bounds.ts'

/** A part of a message of a chat, by their indexes. */
export type PartPlace = { message: number; part: number }

/**
 * Finds the text from which on the Markdown of a page is formatted: the newest
 * ones, as many as a page can format without keeping the process from its other
 * readers, or a browser from its reader. The newest text always is.
 */
export function firstFormatted(messages: PageMessage[]): PartPlace {
  let characters = 0
  let elements = 0
  let first: PartPlace | null = null
  for (let message = messages.length - 1; message >= 0; message -= 1) {
    const { role, parts = [], status } = messages[message] ?? {}
    if (role !== 'assistant') continue
    for (let part = parts.length - 1; part >= 0; part -= 1) {
      const each = parts[part]
      const text = each && markdownOf(each)
      if (!text) continue
      characters += text.length
      if (first && characters > FORMATTED_CHARACTERS) return first
      // A text that is being written counts when it is complete, so that the others stay as they are.
      const isLive = status === 'streaming' && part === parts.length - 1
      if (!isLive) elements += elementsOf(each, text)
      if (first && elements > MOST_ELEMENTS) return first
      first = { message, part }
    }
  }
  return { message: 0, part: 0 }
}

/** The first part of a message that is formatted; beyond all parts when none is. */
export function formattedFrom(first: PartPlace, message: number): number {
  if (message === first.message) return first.part
  return message > first.message ? 0 : Number.POSITIVE_INFINITY
}

/**
 * The texts of a page whose code the server colours: the newest ones, of so much code
 * together. Null in a browser, which colours what comes.
 */
export function colouredTexts(messages: PageMessage[]): ReadonlySet<string> | null {
  const markdown = import.meta.env.SSR ? lazyMarkdown.current() : undefined
  if (!markdown) return null
  const texts = new Set<string>()
  let code = 0
  let characters = 0
  for (const { role, parts = [] } of messages.toReversed()) {
    if (role !== 'assistant') continue
    for (const text of parts.map(markdownOf)) {
      if (!text?.includes('```')) continue
      characters += text.length
      if (characters > FORMATTED_CHARACTERS) return texts
      code += markdown.countCode(text)
      if (code > COLOURED_CHARACTERS) return texts
      texts.add(text)
    }
  }
  return texts
}

/** Counts of parts, which never change: a list of messages renders often while a reply is written. */
const counted = new WeakMap<MessagePart, number>()

function elementsOf(part: MessagePart, text: string): number {
  const known = counted.get(part)
  if (known !== undefined) return known
  const elements = lazyMarkdown.current()?.countElements(text)
  // Until what counts them has been loaded, a page shows what the server has formatted.
  if (elements !== undefined) counted.set(part, elements)
  return elements ?? 0
}

function markdownOf(part: MessagePart): string | undefined {
  const isMarkdown = part.type === 'text' || part.type === 'reasoning'
  return isMarkdown && typeof part.text === 'string' ? part.text : undefined
}
