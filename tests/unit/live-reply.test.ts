import { expect, test } from 'vitest'
import { renderLiveReply } from '#components/live-reply/live-reply.server.tsx'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { collect } from '#tests/support/collect.ts'

const CHAT = '0b0e7a54-8a1c-4f0e-9d53-3f4f2a1f0c11'

async function render(text: string, size = 3) {
  async function* batches(): AsyncGenerator<ReplyChunk[], void, void> {
    yield [
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'text-start', id: '0' },
    ]
    for (let at = 0; at < text.length; at += size) {
      yield [{ type: 'text-delta', id: '0', delta: text.slice(at, at + size) }]
    }
    yield [{ type: 'text-end', id: '0' }]
  }
  return collect(renderLiveReply(CHAT, batches()))
}

/** What a browser shows: a raw block goes once its formatted form stands beside it. */
function shown(html: string): string {
  return html.replace(/<p class="raw">[^<]*<\/p>(?=<div class="done">)/g, '')
}

test('the text of a live reply appears as it comes, escaped', async () => {
  const pieces = await render('Hello <b>you</b> & all')
  expect(pieces.slice(1, 4)).toEqual([expect.stringContaining('<p class="raw">'), 'Hel', 'lo '])
  expect(pieces.join('')).not.toContain('<b>')
})

test('each block of a live reply ends as formatted Markdown, once', async () => {
  const page = shown(
    (await render('First **one**.\n\nSecond.\n\n- a\n- b\n\n```\ncode\n```\n')).join(''),
  )
  expect(page).toContain('<p>First <strong>one</strong>.</p>')
  expect(page.split('Second.')).toHaveLength(2)
  expect(page).toContain('<li>a</li>')
  expect(page.split('code</code>')).toHaveLength(2)
  expect(page).not.toContain('class="raw"')
})

test('the plain text of a block that has begun keeps its line breaks', async () => {
  const page = shown((await render('One.\n\ntwo\nthree', 10)).slice(0, -2).join(''))
  expect(page).toContain('<p>One.</p>')
  expect(page).toContain('<p class="raw">two\nthree')
})

test('the page of a live reply is a complete document with a link back', async () => {
  const page = (await render('Hi')).join('')
  expect(page.startsWith('<!doctype html>')).toBe(true)
  expect(page.endsWith('</html>')).toBe(true)
  expect(page).toContain(`href="/chat/${CHAT}" target="_top"`)
  for (const tag of ['div', 'p', 'article', 'main']) {
    expect(page.split(`<${tag}`).length, tag).toBe(page.split(`</${tag}>`).length)
  }
})

test('a live reply that fails says why and what to do', async () => {
  async function* batches(): AsyncGenerator<ReplyChunk[], void, void> {
    yield [
      { type: 'start', messageId: 'm' },
      { type: 'data-error-kind', data: 'too-long', transient: true },
      { type: 'error', errorText: 'Oops' },
    ]
  }
  const page = (await collect(renderLiveReply(CHAT, batches()))).join('')
  expect(page).toContain('Start a new chat')
})

test('without a running reply the page has only the link back', async () => {
  const page = (await collect(renderLiveReply(CHAT, null))).join('')
  expect(page).toContain('Show in the conversation')
})
