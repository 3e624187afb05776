import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ChatContextValue, ChatProvider } from '#components/chat/chat-context.ts'
import { MessageList } from '#components/chat/message-list.tsx'

const CHAT = { chatId: 'c', readOnly: false, hydrated: false } as ChatContextValue

function pageOf(isCut: boolean, editing: string | null): string {
  const message = { id: 'm', role: 'user' as const, parts: [{ type: 'text', text: 'Hello' }] }
  const messages = [isCut ? { ...message, isCut } : message]
  const list = createElement(MessageList, { messages, votes: {}, editing, phase: 'idle' })
  return renderToString(createElement(ChatProvider, { value: CHAT }, list))
}

test('a message of which the page has only the beginning cannot be edited: the end would be lost', () => {
  expect(pageOf(false, null)).toContain('Edit message')
  expect(pageOf(false, 'm')).toContain('<textarea')
  expect(pageOf(true, null)).not.toContain('Edit message')
  expect(pageOf(true, 'm')).not.toContain('<textarea')
  expect(pageOf(true, 'm')).toContain('too long for the page')
})
