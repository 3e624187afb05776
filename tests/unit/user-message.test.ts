import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type ChatContextValue, ChatProvider } from '#components/chat/chat-context.ts'
import { MessageList } from '#components/chat/message-list.tsx'

const OWN = `/uploads/${'0a'.repeat(24)}-cat.png`

/** The HTML of a chat in which a user has sent an image and some words. */
function html(url: string, filename?: string): string {
  const file = { type: 'file', mediaType: 'image/png', url, ...(filename && { filename }) }
  const parts = [file, { type: 'text', text: 'What is this?' }]
  const messages = [{ id: 'm', role: 'user' as const, parts }]
  const list = createElement(MessageList, { messages, votes: {}, editing: null, phase: 'idle' })
  const chat = { chatId: 'c', readOnly: true, hydrated: false } as ChatContextValue
  return renderToStaticMarkup(createElement(ChatProvider, { value: chat }, list))
}

describe('an image in a message of a user', () => {
  test('is shown when it is our upload or inline data', () => {
    expect(html(OWN, 'cat.png')).toContain(`<img src="${OWN}" alt="cat.png"`)
    expect(html(`https://chat.example.com${OWN}?x`)).toContain(`<img src="${OWN}"`)
    expect(html('data:image/png;base64,AAAA')).toContain('<img src="data:image/png')
  })

  test.each([
    'https://evil.example/?q=secret',
    'http://evil.example/a.png',
    'https://evil.example/uploads/a.png',
    `https://evil.example/x${OWN}`,
  ])('at %s is a card that names the host, and is not loaded', (url) => {
    const page = html(url, 'cat.png')
    expect(page).not.toMatch(/<(?:img|image|picture|source|link|video|iframe|object)\b|style=/)
    expect(page).toContain(`href="${url}" target="_blank" rel="noopener noreferrer nofollow"`)
    expect(page).toContain('referrerPolicy="no-referrer"')
    expect(page).toContain('cat.png</span>')
    expect(page).toContain('evil.example</span>')
    expect(page).toContain('What is this?')
  })

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml;base64,AAAA',
    '//evil.example/a.png',
    '/logout',
  ])('at %s is its name alone', (url) => {
    const page = html(url, 'cat.png')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('href=')
    expect(page).toContain('cat.png')
  })
})
