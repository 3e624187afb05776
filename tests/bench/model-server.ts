import { lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { microseconds, parseReplyPrompt, TITLE_MODEL } from './reply-script.ts'

/** How long the model takes to write a title. */
const TITLE_MS = 800

/**
 * The model provider of the bench, in a process of its own. The message tells
 * it what to answer and how fast (reply-script.ts). Each word holds the time at
 * which the request came and the time at which the word was sent.
 */
const fake = await startFakeOpenAi({
  port: Number(process.env.PORT),
  record: false,
  reply(request) {
    const receivedAt = microseconds()
    if (request.body.model === TITLE_MODEL) return { text: 'A title', firstDelayMs: TITLE_MS }
    const { words, intervalMs, delayMs } = parseReplyPrompt(lastUserText(request))
    const word = () => `w${receivedAt}-${microseconds()} `
    return {
      text: { count: words, delta: word },
      delayMs: intervalMs,
      firstDelayMs: delayMs,
    }
  },
})

process.once('SIGTERM', async () => {
  await fake.close()
  process.exit()
})
