import { lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { microseconds } from './clock.ts'
import { TITLE_MODEL, TITLE_MS } from './model-script.ts'

/**
 * The model of the bench, in a process of its own: what it writes, and how
 * fast, is in the message (see model-script.ts). Each word carries when the
 * request came and when the word went.
 */
const fake = await startFakeOpenAi({
  port: Number(process.env.PORT),
  record: false,
  reply(request) {
    const receivedAt = microseconds()
    if (request.body.model === TITLE_MODEL) return { text: 'A title', firstDelayMs: TITLE_MS }
    const [, count, delayMs, firstDelayMs] =
      lastUserText(request).match(/^(\d+) words, one every (\d+) ms, after (\d+) ms$/) ?? []
    const word = () => `w${receivedAt}-${microseconds()} `
    return {
      text: { count: Number(count ?? 1), delta: word },
      delayMs: Number(delayMs ?? 0),
      firstDelayMs: Number(firstDelayMs ?? 0),
    }
  },
})

process.once('SIGTERM', async () => {
  await fake.close()
  process.exit()
})
