import { afterEach, expect, test, vi } from 'vitest'
import type { Logger } from '#core/log.ts'
import { createReaderAnnouncer } from '#core/replies/relay/announce-readers.ts'
import type { Signals } from '#core/signals.ts'
import type { Orm } from '#db/orm.ts'

afterEach(() => vi.useRealTimers())

test('the readers of many replies are told of in one statement, first and at each renewal', async () => {
  vi.useFakeTimers()
  const publishAll = vi.fn<Signals['publishAll']>(async () => {})
  const announcer = createReaderAnnouncer({
    orm: { em: { fork: () => ({}) } } as Orm,
    signals: { publishAll } as Partial<Signals> as Signals,
    log: {} as Logger,
  })
  const topics = Array.from({ length: 50 }, (_, index) => `follow:reply-${index}`)
  const readers = topics.map((topic) => announcer.follow(topic.slice('follow:'.length)))
  await vi.advanceTimersByTimeAsync(100)
  expect(publishAll.mock.calls.map(([, told]) => told)).toEqual([topics])

  await vi.advanceTimersByTimeAsync(3_100)
  expect(publishAll.mock.calls.map(([, told]) => told)).toEqual([topics, topics])

  for (const reader of readers) reader.release()
  await vi.advanceTimersByTimeAsync(100)
  const released = topics.map((topic) => `un${topic}`)
  expect(publishAll.mock.lastCall?.[1]).toEqual(released)
  await announcer.close()
})
