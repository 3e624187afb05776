import { lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { markdownWords } from './markdown-words.ts'
import {
  HANGING_TITLE,
  MARKDOWN_INTERVAL_MS,
  MARKDOWN_PROMPT,
  microseconds,
  parseReplyPrompt,
  TITLE_MODEL,
  TITLE_MS,
} from './reply-script.ts'

const FOR_EVER_MS = 600_000

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
    if (request.body.model === TITLE_MODEL) {
      const hangs = lastUserText(request).includes(HANGING_TITLE)
      return { text: 'A title', firstDelayMs: hangs ? FOR_EVER_MS : TITLE_MS }
    }
    if (lastUserText(request) === MARKDOWN_PROMPT) {
      return { text: markdownWords(), delayMs: MARKDOWN_INTERVAL_MS }
    }
    const { words, intervalMs, delayMs, letters } = parseReplyPrompt(lastUserText(request))
    const word = () => `w${receivedAt}-${microseconds()} `.padEnd(letters, 'x')
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
