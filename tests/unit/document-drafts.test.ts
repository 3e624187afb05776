import { describe, expect, test } from 'vitest'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { createDocumentDrafts } from '#hooks/chat/document-drafts.ts'
import { createGrowingReply } from '#hooks/chat/grow-reply.ts'

const ID = '0b7f8a55-1c1d-4a0e-9a55-0d6f3f6a7001'
const OTHER_ID = '0b7f8a55-1c1d-4a0e-9a55-0d6f3f6a7002'

/** Drafts that repaint at once, with what they tell. */
function drafts() {
  const started: string[] = []
  const repaints: (() => void)[] = []
  const store = createDocumentDrafts({
    schedule: (repaint) => void repaints.push(repaint),
    onStart: (id) => void started.push(id),
  })
  return { store, started, repaints }
}

function data(name: string, content: string): ReplyChunk {
  return { type: `data-${name}`, data: content, transient: true } as ReplyChunk
}

function create(id: string, kind: string, title = 'Rain'): ReplyChunk[] {
  return [
    {
      type: 'tool-input-available',
      toolCallId: id,
      toolName: 'createDocument',
      input: { title, kind },
    },
    data('kind', kind),
    data('id', id),
    data('title', title),
    data('clear', ''),
  ]
}

function grow(chunks: ReplyChunk[], store = drafts().store) {
  const reply = createGrowingReply(store)
  const changed = chunks.map((chunk) => reply.apply(chunk as Parameters<typeof reply.apply>[0]))
  return { reply, store, changed }
}

describe('the drafts of the documents that a reply writes', () => {
  test('text grows by its deltas and does not change the message', () => {
    const { store, changed } = grow([
      ...create(ID, 'text'),
      data('text-delta', '# Ra'),
      data('text-delta', 'in'),
    ])
    expect(store.get(ID)).toEqual({
      id: ID,
      title: 'Rain',
      kind: 'text',
      content: '# Rain',
      state: 'writing',
    })
    expect(changed.slice(-2)).toEqual([false, false])
  })

  test('code and sheets come whole with every delta', () => {
    const { store } = grow([
      ...create(ID, 'sheet'),
      data('sheet-delta', 'a,b'),
      data('sheet-delta', 'a,b\n1,2'),
    ])
    expect(store.get(ID)?.content).toBe('a,b\n1,2')
  })

  test('a document that is written again is the one that the tool was given', () => {
    const { store, reply } = grow([
      {
        type: 'tool-input-available',
        toolCallId: 't',
        toolName: 'updateDocument',
        input: { id: ID.toUpperCase(), description: 'shorter' },
      },
      data('clear', 'Rain'),
      data('code-delta', 'let rain'),
    ])
    expect(store.get(ID)).toMatchObject({ title: 'Rain', kind: 'code', content: 'let rain' })
    expect(reply.parts[0]?.draft).toEqual({ id: ID, title: 'Rain' })
  })

  test('two documents of different kinds may be written at once', () => {
    const { store } = grow([
      ...create(ID, 'text'),
      ...create(OTHER_ID, 'code', 'Drops'),
      data('text-delta', 'It rains.'),
      data('code-delta', 'drop()'),
      data('text-delta', ' Still.'),
    ])
    expect(store.get(ID)?.content).toBe('It rains. Still.')
    expect(store.get(OTHER_ID)?.content).toBe('drop()')
  })

  test('a draft says whether it was stored', () => {
    const tool = { toolCallId: ID }
    const stored = grow([
      ...create(ID, 'text'),
      { type: 'tool-output-available', ...tool, output: { id: ID, title: 'Rain' } },
    ])
    expect(stored.store.get(ID)?.state).toBe('stored')
    const failed = grow([
      ...create(ID, 'text'),
      { type: 'tool-output-error', ...tool, errorText: 'No room.' },
    ])
    expect(failed.store.get(ID)?.state).toBe('failed')
  })

  test('what a stopped reply has written counts as stored', () => {
    const { store } = grow(create(ID, 'text'))
    store.endAll()
    expect(store.get(ID)?.state).toBe('stored')
  })

  test('a reply that is read again begins its documents again', () => {
    const { store } = grow([...create(ID, 'text'), data('text-delta', 'It rains.')])
    grow([...create(ID, 'text'), data('text-delta', 'It')], store)
    expect(store.get(ID)?.content).toBe('It')
  })

  test('a very long draft is bounded', () => {
    const { store } = grow([...create(ID, 'code'), data('code-delta', 'x'.repeat(600_000))])
    expect(store.get(ID)?.content.length).toBe(500_000)
  })

  test('any number of changes is one repaint', () => {
    const { store, started, repaints } = drafts()
    let calls = 0
    store.subscribe(() => {
      calls += 1
    })
    grow([...create(ID, 'text'), data('text-delta', 'It'), data('text-delta', ' rains.')], store)
    expect(repaints).toHaveLength(1)
    repaints[0]?.()
    expect(calls).toBe(1)
    expect(started).toEqual([ID])
  })
})
