import { describe, expect, test } from 'vitest'
import { type PageMessage, packMessage, unpackMessage } from '#app/page-message.ts'
import { groupChats } from '#components/sidebar/group-chats.ts'

describe('packMessage and unpackMessage', () => {
  test.each<PageMessage>([
    { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    { id: 'b', role: 'assistant', parts: [{ type: 'text', text: '' }], status: 'failed' },
    { id: 'c', role: 'assistant', parts: [] },
    {
      id: 'd',
      role: 'user',
      parts: [
        { type: 'file', url: '/x' },
        { type: 'text', text: 'Hi' },
      ],
    },
  ])('%j is the same after packing and unpacking', (message) => {
    expect(unpackMessage(packMessage(message))).toEqual(message)
  })
})

describe('the history grouped by day', () => {
  const chat = (createdAt: string) => ({
    id: createdAt,
    title: 't',
    createdAt,
    pinnedAt: null,
  })
  const labels = (now: string, offset: number, ...times: string[]) =>
    groupChats(times.map(chat), now, offset).map(({ label, chats }) => [label, chats.length])

  test('chats are grouped from today to older ones', () => {
    expect(
      labels(
        '2026-11-20T12:00:00.000Z',
        0,
        '2026-11-20T11:00:00.000Z',
        '2026-11-20T00:10:00.000Z',
        '2026-11-19T23:50:00.000Z',
        '2026-11-14T10:00:00.000Z',
        '2026-10-25T10:00:00.000Z',
        '2025-01-01T10:00:00.000Z',
      ),
    ).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Previous 7 days', 1],
      ['Previous 30 days', 1],
      ['Older', 1],
    ])
  })

  test("days are those of the reader's time zone", () => {
    // In Berlin (UTC+1) it is the 21st already, and the chat is of the 20th.
    expect(labels('2026-11-20T23:30:00.000Z', -60, '2026-11-20T22:30:00.000Z')).toEqual([
      ['Yesterday', 1],
    ])
    expect(labels('2026-11-20T23:30:00.000Z', 0, '2026-11-20T22:30:00.000Z')).toEqual([
      ['Today', 1],
    ])
  })
})
