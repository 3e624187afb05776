import { asArray, asRecord } from './json-values.ts'
import { isChatGptConversation, parseChatGptConversation } from './parse-chatgpt.ts'
import { isClaudeConversation, parseClaudeConversation } from './parse-claude.ts'
import { isOwnChat, parseOwnChat } from './parse-own.ts'
import type { ParsedChat } from './parsed-chat.ts'

export type ParsedExport = {
  source: 'Parley' | 'ChatGPT' | 'Claude'
  /** Without those that hold no message. */
  chats: ParsedChat[]
}

const FORMATS = [
  { source: 'ChatGPT', is: isChatGptConversation, parse: parseChatGptConversation },
  { source: 'Claude', is: isClaudeConversation, parse: parseClaudeConversation },
  { source: 'Parley', is: isOwnChat, parse: parseOwnChat },
] as const

/** Why a file was not read, in words for whoever has chosen it. */
export class UnreadableExport extends Error {}

/**
 * Reads the JSON of an export: a chat that was exported here, or the
 * `conversations.json` of ChatGPT or Claude.
 *
 * @throws {UnreadableExport}
 */
export function parseExport(json: string): ParsedExport {
  const value = parseJson(json)
  const { conversations, chats } = asRecord(value)
  const entries = [value, conversations, chats].find(Array.isArray) ?? [value]
  const format = FORMATS.find(({ is }) => asArray(entries).some(is))
  if (!format) {
    throw new UnreadableExport(
      'There are no chats in this file that could be read. Choose a chat that was exported here as JSON, or the conversations.json of ChatGPT or Claude.',
    )
  }
  const found = asArray(entries).filter(format.is).map(format.parse)
  // One that stands there twice is imported once.
  const byId = new Map(found.map((chat) => [chat.id, chat]))
  return {
    source: format.source,
    chats: [...byId.values()].filter(({ messages }) => messages.length > 0),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new UnreadableExport(
      'This file is not JSON, or it is not whole. Download it again from where it comes.',
      { cause },
    )
  }
}
