import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mergeEdits } from '#core/documents/merge/merge-edits.ts'
import { createDocumentSession } from '#hooks/documents/document-session.ts'
import type { StoredVersion, UnsavedContent } from '#hooks/documents/session-types.ts'
import type { UnsavedStore } from '#hooks/documents/unsaved-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ID = 'b1f3c1de-0000-4000-8000-000000000000'

type Row = StoredVersion & { isEdit: boolean }
type Fault = 'unreachable' | 'lost-answer' | number

/** The server, with the real merge: as `saveEdit` does it. */
function createServer(content: string) {
  let clock = 0
  const time = () => new Date(Date.UTC(2026, 0) + ++clock).toISOString()
  const rows: Row[] = [{ createdAt: time(), title: 'Note', content, isEdit: false }]
  const faults: Fault[] = []
  /** The addresses of what was loaded. */
  const loads: string[] = []
  const newest = () => rows.at(-1) as Row

  function save(request: Record<string, string> & { replaceBase?: unknown }) {
    const { title = '', content = '', baseCreatedAt = '', replaceBase } = request
    const current = newest()
    if (current.title === title && current.content === content) return json(200, current)
    const base = rows.find(({ createdAt }) => createdAt === baseCreatedAt)
    if (base === current) {
      if (replaceBase && current.isEdit) rows.pop()
      rows.push({ createdAt: time(), title, content, isEdit: true })
      return json(200, newest())
    }
    const merged = base && mergeEdits('text', { base, ours: { title, content }, theirs: current })
    if (!merged) return json(409, { detail: 'Conflict', current })
    rows.push({ createdAt: time(), ...merged, isEdit: true })
    return json(200, newest())
  }

  async function send(input: string | URL | Request, init?: RequestInit) {
    const path = String(input)
    if (init?.method !== 'POST') loads.push(path)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const fault = init?.method === 'POST' ? faults.shift() : undefined
    if (fault === 'unreachable') throw new TypeError('Failed to fetch')
    if (typeof fault === 'number') return json(fault, { detail: `Refused with ${fault}.` })
    const answer = path.startsWith('/api/document')
      ? save(JSON.parse(String(init?.body)))
      : json(200, newest())
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (fault === 'lost-answer') throw new TypeError('Failed to fetch')
    return answer
  }

  return {
    rows,
    faults,
    loads,
    newest,
    fetch: send as typeof fetch,
    content: () => newest().content,
  }
}

function json(status: number, body: object) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}

function createStore(): UnsavedStore & { kept: UnsavedContent | null } {
  return {
    kept: null,
    read() {
      return Promise.resolve(this.kept)
    },
    write(unsaved) {
      this.kept = structuredClone(unsaved)
    },
    remove() {
      this.kept = null
    },
    close() {},
  }
}

type Server = ReturnType<typeof createServer>

/** A page with the document open. */
function openPage(server: Server, store = createStore()) {
  const version = server.newest()
  let content = version.content
  const session = createDocumentSession({
    id: ID,
    kind: 'text',
    version,
    getContent: () => content,
    onContent: (shown) => {
      content = shown
    },
    fetch: server.fetch,
    store,
  })
  return {
    session,
    store,
    content: () => content,
    status: () => session.getSnapshot().status,
    type(edit: (text: string) => string) {
      content = edit(content)
      session.edited()
    },
  }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const LINES = 'One.\n\nTwo.\n\nThree.\n'

describe('a document session', () => {
  test('saves after a pause, and replaces what it saved in the same sitting', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    page.type((text) => text.replace('One', 'Uno'))
    expect(page.status()).toBe('dirty')
    await wait(1_400)
    expect(server.rows).toHaveLength(1)
    await wait(400)
    expect(page.status()).toBe('saved')
    expect(page.store.kept).toBeNull()
    page.type((text) => text.replace('Two', 'Dos'))
    await wait(2_000)
    expect(server.rows.map(({ content }) => content)).toEqual([LINES, 'Uno.\n\nDos.\n\nThree.\n'])
    await wait(11 * 60_000)
    page.type((text) => text.replace('Three', 'Tres'))
    await wait(2_000)
    expect(server.rows).toHaveLength(3)
  })

  test('saves every ten seconds while somebody types without a pause', async () => {
    const server = createServer('')
    const page = openPage(server)
    for (let n = 0; n < 20; n += 1) {
      page.type((text) => `${text}${n} `)
      await wait(1_000)
    }
    expect(server.rows.length).toBeGreaterThan(1)
    await wait(2_000)
    expect(server.content()).toBe(page.content())
  })

  test('what is typed while a save is under way is saved too', async () => {
    const server = createServer('a')
    const page = openPage(server)
    page.type(() => 'ab')
    await wait(1_550)
    expect(page.status()).toBe('saving')
    page.type(() => 'abc')
    await wait(5_000)
    expect(server.content()).toBe('abc')
    expect(page.status()).toBe('saved')
  })

  test('without a network it keeps what was written, and sends it later', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    server.faults.push('unreachable', 'unreachable', 'unreachable')
    page.type((text) => `${text}Four.\n`)
    await wait(1_700)
    expect(page.status()).toBe('offline')
    expect(page.store.kept?.content).toBe(`${LINES}Four.\n`)
    await wait(2_200)
    page.type((text) => `${text}Five.\n`)
    await wait(25_000)
    expect(page.status()).toBe('saved')
    expect(server.content()).toBe(`${LINES}Four.\nFive.\n`)
  })

  test('once the network is back it sends at once', async () => {
    const server = createServer('a')
    const page = openPage(server)
    server.faults.push('unreachable')
    page.type(() => 'ab')
    await wait(1_700)
    page.session.online()
    await wait(250)
    expect(page.status()).toBe('saved')
  })

  test('an answer that is lost neither doubles nor conflicts', async () => {
    const server = createServer('a')
    const page = openPage(server)
    server.faults.push('lost-answer')
    page.type(() => 'ab')
    await wait(1_800)
    expect(page.status()).toBe('offline')
    page.type(() => 'abc')
    await wait(5_000)
    expect(page.status()).toBe('saved')
    expect(server.content()).toBe('abc')
  })

  test.each([
    [413, 'Refused with 413.'],
    [401, 'Your session has ended. Sign in to go on; what you have written is kept.'],
    [404, 'This document was deleted elsewhere. What you wrote is kept in this browser.'],
  ])('a refusal with %i is shown, and what was written is kept', async (status, detail) => {
    const server = createServer('a')
    const page = openPage(server)
    server.faults.push(status)
    page.type(() => 'ab')
    await wait(2_000)
    expect(page.status()).toBe('failed')
    expect(page.session.getSnapshot().problem?.detail).toBe(detail)
    expect(page.store.kept?.content).toBe('ab')
    await wait(60_000)
    expect(page.status()).toBe('failed')
    page.type(() => 'abc')
    await wait(2_000)
    expect(server.content()).toBe('abc')
  })

  test.each([429, 500, 503])('after %i it tries again by itself', async (status) => {
    const server = createServer('a')
    const page = openPage(server)
    server.faults.push(status)
    page.type(() => 'ab')
    await wait(2_000)
    expect(page.status()).toBe('failed')
    await wait(6_000)
    expect(page.status()).toBe('saved')
    expect(server.content()).toBe('ab')
  })

  test('a reload takes up what was not saved', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    page.type((text) => text.replace('One', 'Uno'))
    page.session.close()
    const other = openPage(server)
    other.type((text) => text.replace('Three', 'Tres'))
    await wait(3_000)
    const reloaded = openPage(server, page.store)
    await reloaded.session.restore()
    await wait(3_000)
    expect(server.content()).toBe('Uno.\n\nTwo.\n\nTres.\n')
    expect(reloaded.content()).toBe(server.content())
    expect(page.store.kept).toBeNull()
  })

  test('a reload while a save is under way conflicts with nothing', async () => {
    const server = createServer('a')
    const page = openPage(server)
    page.type(() => 'ab')
    await wait(1_600)
    page.type(() => 'abc')
    page.session.close()
    await wait(1_000)
    expect(server.content()).toBe('ab')
    const kept = createStore()
    kept.kept = {
      base: { createdAt: server.rows[0]?.createdAt ?? '', title: 'Note', content: 'a' },
      title: 'Note',
      content: 'abc',
      sent: ['ab'],
      at: 0,
    }
    const reloaded = openPage(server, kept)
    await reloaded.session.restore()
    await wait(3_000)
    expect(server.content()).toBe('abc')
  })

  test('leaving the page sends what is there, and keeps it until that is known', async () => {
    const server = createServer('a')
    const page = openPage(server)
    page.type(() => 'ab')
    void page.session.flush({ leaving: true })
    expect(page.store.kept?.content).toBe('ab')
    await wait(300)
    expect(server.content()).toBe('ab')
  })

  test('a version that was saved elsewhere is shown', async () => {
    const server = createServer(LINES)
    const [page, other] = [openPage(server), openPage(server)]
    other.type((text) => text.replace('Three', 'Tres'))
    await wait(3_000)
    page.type((text) => text.replace('One', 'Uno'))
    const checked = page.session.check()
    await wait(500)
    await checked
    expect(page.content()).toBe('Uno.\n\nTwo.\n\nTres.\n')
    await wait(3_000)
    expect(server.content()).toBe(page.content())
  })

  test.each([
    ['mine', 'Uno.'],
    ['theirs', 'Eins.'],
    ['both', 'Uno.\nEins.'],
  ] as const)('edits of the same words wait for a choice: %s', async (choice, first) => {
    const server = createServer(LINES)
    const [page, other] = [openPage(server), openPage(server)]
    other.type((text) => text.replace('One', 'Eins'))
    await wait(3_000)
    page.type((text) => text.replace('One', 'Uno').replace('Three', 'Tres'))
    await wait(3_000)
    expect(page.status()).toBe('conflict')
    expect(server.content()).toBe(LINES.replace('One', 'Eins'))
    expect(page.store.kept?.content).toBe(page.content())
    const { conflict } = page.session.getSnapshot()
    expect(conflict?.conflicts).toMatchObject([{ ours: 'Uno.\n', theirs: 'Eins.\n' }])
    page.session.resolveConflict([choice])
    await wait(3_000)
    expect(page.status()).toBe('saved')
    expect(server.content()).toBe(`${first}\n\nTwo.\n\nTres.\n`)
    expect(page.store.kept).toBeNull()
  })

  test('titles that differ wait for a choice too', async () => {
    const server = createServer('a')
    const [page, other] = [openPage(server), openPage(server)]
    other.session.rename('Theirs')
    await wait(3_000)
    page.session.rename('Mine')
    await wait(3_000)
    expect(page.session.getSnapshot().conflict?.title).toEqual({ ours: 'Mine', theirs: 'Theirs' })
    page.session.resolveConflict([], 'theirs')
    await wait(3_000)
    expect(page.status()).toBe('saved')
    expect(page.session.getSnapshot().title).toBe('Theirs')
  })
})

test('whoever asks for a newer version while it is loaded waits for it, and it is loaded once', async () => {
  const server = createServer(LINES)
  const [page, other] = [openPage(server), openPage(server)]
  other.type((text) => text.replace('Three', 'Tres'))
  await wait(3_000)
  server.loads.length = 0
  const checks = [page.session.check(), page.session.check(), page.session.check()]
  await wait(5_000)
  await Promise.all(checks)
  expect(page.content()).toBe('One.\n\nTwo.\n\nTres.\n')
  expect(server.loads.filter((path) => path.endsWith('/version'))).toHaveLength(1)
  expect(server.loads.filter((path) => path.endsWith('/state'))).toHaveLength(2)
})

describe('a session that has ended', () => {
  test('leaves alone what the next one of its tab keeps', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    server.faults.push('unreachable', 'unreachable', 'unreachable')
    page.type((text) => text.replace('One', 'Uno'))
    await wait(2_000)
    expect(page.status()).toBe('offline')
    page.session.close()
    const next = openPage(server, page.store)
    await next.session.restore()
    next.type((text) => text.replace('Two', 'Due'))
    await wait(20_000)
    expect(server.content()).toBe('Uno.\n\nDue.\n\nThree.\n')
    expect(next.store.kept).toBeNull()
  })

  test('forgets what it kept once a save that had begun has ended', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    page.type((text) => text.replace('One', 'Uno'))
    void page.session.flush()
    page.session.close()
    expect(page.store.kept?.content).toContain('Uno')
    await wait(1_000)
    expect(server.content()).toContain('Uno')
    expect(page.store.kept).toBeNull()
  })

  test('keeps and saves nothing more once it was abandoned', async () => {
    const server = createServer(LINES)
    const page = openPage(server)
    server.faults.push(404)
    page.type((text) => text.replace('One', 'Uno'))
    await wait(2_000)
    expect(page.session.getSnapshot().problem?.deleted).toBe(true)
    page.session.abandon()
    void page.session.flush()
    page.session.close()
    await wait(60_000)
    expect(page.store.kept).toBeNull()
    expect(server.content()).toBe(LINES)
  })
})

test('whatever two pages write, and whatever fails, all of it is saved or shown', async () => {
  const step = fc.record({
    page: fc.integer({ min: 0, max: 1 }),
    place: fc.nat(1_000),
    space: fc.constantFrom('', ' ', '\n'),
    pause: fc.constantFrom(0, 300, 1_600, 4_000),
    afterwards: fc.constantFrom('nothing', 'nothing', 'check', 'flush', 'reload'),
    fault: fc.option(fc.constantFrom<Fault>('unreachable', 'lost-answer', 503), { freq: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const server = createServer(LINES)
      const pages = [openPage(server), openPage(server)]
      const marks: string[] = []
      for (const [n, { page: at, place, space, pause, afterwards, fault }] of steps.entries()) {
        const page = pages[at] ?? openPage(server)
        if (fault) server.faults.push(fault)
        const mark = String.fromCharCode(0xe000 + n)
        marks.push(mark)
        page.type((text) => {
          const index = place % (text.length + 1)
          return `${text.slice(0, index)}${space}${mark}${space}${text.slice(index)}`
        })
        if (afterwards === 'check') void page.session.check()
        if (afterwards === 'flush') void page.session.flush()
        if (afterwards === 'reload') {
          page.session.close()
          const reloaded = openPage(server, page.store)
          pages[at] = reloaded
          await reloaded.session.restore()
        }
        await wait(pause)
      }
      for (let round = 0; round < 3; round += 1) {
        await wait(90_000)
        for (const { session } of pages) void session.check()
        await wait(5_000)
      }
      const shown = pages.map(({ session, content }) => {
        const { conflict } = session.getSnapshot()
        return conflict ? `${content()}${conflict.current.content}` : ''
      })
      const everything = `${server.content()}${shown.join('')}`
      for (const mark of marks) expect(everything).toContain(mark)
      for (const page of pages) {
        expect(['saved', 'conflict']).toContain(page.status())
        if (page.status() === 'saved') expect(page.content()).toBe(server.content())
      }
      for (const { session } of pages) session.close()
    }),
    { numRuns: 150 },
  )
}, 120_000)
