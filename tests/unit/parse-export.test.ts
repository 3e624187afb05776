import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parseExport, UnreadableExport } from '#core/import/parse-export.ts'
import { readExportFile } from '#core/import/read-export-file.ts'
import { chatGptConversation, claudeConversation } from '#tests/support/exported-chats.ts'

const parse = (value: unknown) => parseExport(JSON.stringify(value))
const text = (text: string) => ({ type: 'text', text })

describe('an export of ChatGPT', () => {
  test('gives the path that was shown, with code, thoughts and a note for an image', () => {
    const { source, chats } = parse([chatGptConversation])
    expect(source).toBe('ChatGPT')
    expect(chats).toEqual([
      {
        id: '6553f6a0-0000-4000-8000-000000000001',
        title: 'Harbour walls',
        createdAt: '2023-11-14T22:13:20.500Z',
        isCut: false,
        messages: [
          {
            id: 'question',
            role: 'user',
            createdAt: '2023-11-14T22:15:00.250Z',
            parts: [text('[Image not imported]'), text('How high is this wall?')],
          },
          {
            id: 'thoughts',
            role: 'assistant',
            createdAt: '2023-11-14T22:15:00.250Z',
            parts: [
              { type: 'reasoning', text: 'I look at the wall.' },
              text('```python\nprint(3 * 4)\n```'),
              text('```\n12\n```'),
              text('Twelve metres.'),
            ],
          },
        ],
      },
    ])
  })

  test('ends where its tree is a circle or names what is not there', () => {
    const mapping = {
      a: { parent: 'b', message: chatGptConversation.mapping['reply-2'].message },
      b: { parent: 'a', message: null },
    }
    const { chats } = parse([{ title: 'Circle', mapping, current_node: 'gone' }])
    expect(chats[0]?.messages).toHaveLength(1)
    expect(parse([{ mapping: {} }]).chats).toEqual([])
  })
})

test('an export of Claude gives texts, thoughts, artifacts and attached texts', () => {
  const { source, chats } = parse([claudeConversation])
  expect(source).toBe('Claude')
  expect(chats).toMatchObject([{ title: 'Tide tables', createdAt: '2025-03-04T05:06:07.123Z' }])
  expect(chats[0]?.messages.map(({ role, parts }) => [role, parts])).toEqual([
    [
      'user',
      [
        text('tides.txt:\n\n```\nhigh 06:12\n```'),
        text('[File not imported: map.png]'),
        text('Make a table of this.'),
      ],
    ],
    [
      'assistant',
      [
        { type: 'reasoning', text: 'A table, then.' },
        text('Here it is.'),
        text('**tides.csv**\n\n```csv\nhigh,06:12\n```'),
      ],
    ],
    ['user', [text('Thanks')]],
  ])
})

describe('a file', () => {
  const own = {
    id: 'x',
    title: 'Own',
    createdAt: '2026-01-02T03:04:05.000Z',
    messages: [{ id: 'm', role: 'user', parts: [text('Hi'), { type: 'step-start' }] }],
  }

  test('may be a chat that was exported here, alone or among others', () => {
    expect(parse(own)).toMatchObject({ source: 'Parley', chats: [{ id: 'x', title: 'Own' }] })
    expect(parse({ chats: [own, own] }).chats).toHaveLength(1)
  })

  test('may be an archive, of which the files with chats are read', async () => {
    const zip = zipSync({
      'photo.json': strToU8('not JSON'),
      'export/conversations.json': strToU8(JSON.stringify([claudeConversation])),
    })
    const { chats } = await readExportFile(new Blob([new Uint8Array(zip)]))
    expect(chats).toHaveLength(1)
  })

  test('that cannot be read says why', async () => {
    const refused = (bytes: Uint8Array, maxBytes?: number) =>
      readExportFile(new Blob([new Uint8Array(bytes)]), { maxBytes }).catch((error) => {
        expect(error).toBeInstanceOf(UnreadableExport)
        return (error as Error).message
      })
    expect(await refused(strToU8('{"id":'))).toContain('not JSON')
    expect(await refused(strToU8('[1, null, {}]'))).toContain('no chats')
    expect(await refused(zipSync({ 'a.txt': strToU8('x') }))).toContain('no chats')
    const bomb = zipSync({ 'conversations.json': new Uint8Array(3 * 1024 * 1024) })
    expect(bomb.byteLength).toBeLessThan(10_000)
    expect(await refused(bomb, 1024 * 1024)).toContain('larger than 1 MB')
    const many = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [
        `chats/${index}.json`,
        strToU8(JSON.stringify({ ...own, id: String(index) })),
      ]),
    )
    const archive = new Blob([new Uint8Array(zipSync(many))])
    expect((await readExportFile(archive)).chats).toHaveLength(4_000)
    const whole = zipSync({ 'conversations.json': strToU8(JSON.stringify([claudeConversation])) })
    expect(await refused(whole.subarray(0, 100))).toBeDefined()
  })

  test('with hard values breaks nothing', () => {
    const startedAt = performance.now()
    const said = (content: object) => ({
      mapping: { a: { message: { author: { role: 'assistant' }, content } } },
    })
    for (const marks of ['\ue200', '【', '【†', '【'.repeat(50_000) + '†'.repeat(50_000)]) {
      const part = marks.repeat(100_000 / marks.length)
      const { chats } = parse([said({ content_type: 'text', parts: [part] })])
      expect(chats[0]?.messages[0]?.parts).toEqual([text(part)])
    }
    const ticks = '` '.repeat(500_000)
    expect(parse([said({ content_type: 'code', text: ticks })]).chats).toHaveLength(1)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    const noText = { toString: 1 }
    for (const time of [noText, 1e12, '+012345-01-01T00:00:00Z', -1e300]) {
      const old = { ...said({ content_type: 'text', parts: ['x'] }), create_time: time }
      expect(parse([old]).chats[0]?.createdAt).toMatch(/^2\d{3}-/)
      const message = { sender: 'human', text: 'x', created_at: time }
      const other = { chat_messages: [message], created_at: time }
      expect(parse([other]).chats[0]?.createdAt).toMatch(/^2\d{3}-/)
    }
    const odd = { ...own, title: 7, messages: [null, 3, { role: 'user', parts: 'x' }] }
    expect(() => parse(odd)).toThrow(UnreadableExport)
    const long = { ...own, messages: [{ role: 'user', parts: [text('x'.repeat(450_000))] }] }
    expect(parse(long).chats[0]?.messages[0]?.parts).toHaveLength(3)
    const version = { id: 'd', createdAt: '2024-01-01T00:00:00Z', title: 'D', kind: 'text' }
    const documents = [
      null,
      { ...version, content: 'x', kind: 'film' },
      { ...version, content: 7 },
      { ...version, content: 'x'.repeat(5_000_000) },
      { ...version, content: 'y'.repeat(5_000_000), createdAt: '2024-01-02T00:00:00Z' },
    ]
    const votes = [null, { messageId: 'a' }, { messageId: 'a', isUpvoted: true }]
    const [rich] = parse({ ...own, documents, votes }).chats
    expect(rich?.votes).toEqual([{ messageId: 'a', isUpvoted: true }])
    expect(rich?.documents?.map(({ content }) => content?.[0])).toEqual(['y'])
    const many = Array.from({ length: 2_100 }, (_, index) => ({
      role: 'user',
      parts: [text(String(index))],
    }))
    const [cut] = parse({ ...own, messages: many }).chats
    expect(cut).toMatchObject({ isCut: true })
    expect(cut?.messages.at(-1)?.parts).toEqual([text('2099')])
  })
})
