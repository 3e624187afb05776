import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Server } from './bench.ts'
import { microseconds, type ReplyScript, replyPrompt } from './reply-script.ts'
import type { SeedUser } from './seed.ts'

export type ReadReply = {
  /** Milliseconds from sending the message to the first byte of the reply. */
  firstByte: number
  /** Milliseconds from sending the message to the first word, without the time that the model took for it. */
  firstWord: number
  /** Milliseconds from sending the message to the end of the reply. */
  total: number
  /** For each word, milliseconds from its sending by the model to its arrival here. */
  delays: number[]
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * Sends a message and reads the reply to its end.
 *
 * @throws Error when the message is refused, or the reply is cut off or ends with an error
 */
export function readReply(
  { url }: Server,
  { token, chatId }: Pick<SeedUser, 'token' | 'chatId'>,
  script: ReplyScript,
): Promise<ReadReply> {
  const body = JSON.stringify({
    id: chatId,
    messages: [{ id: randomUUID(), role: 'user', content: replyPrompt(script) }],
    selectedChatModel: 'chat-model-large',
  })
  return new Promise((resolve, reject) => {
    const sentAt = microseconds()
    const request = httpRequest(
      `${url}/api/chat`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          Cookie: `session-token=${token}`,
        },
      },
      (response) => read(response, sentAt).then(resolve, reject),
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function read(response: IncomingMessage, sentAt: number): Promise<ReadReply> {
  const delays: number[] = []
  let firstByte = 0
  let firstWord = Number.NaN
  let rest = ''
  response.setEncoding('utf8')
  await new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: string) => {
      const at = microseconds()
      if (firstByte === 0) firstByte = (at - sentAt) / 1000
      const text = rest + chunk
      let end = 0
      for (const word of text.matchAll(/w(\d+)-(\d+) /g)) {
        const [whole, received, sent] = word
        if (delays.length === 0)
          firstWord = (at - sentAt - (Number(sent) - Number(received))) / 1000
        delays.push((at - Number(sent)) / 1000)
        end = word.index + whole.length
      }
      rest = text.slice(end)
    })
    response.on('end', resolve)
    response.on('error', reject)
    response.on('aborted', () => reject(new Error('The reply was cut off.')))
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${rest.slice(0, 300)}`)
  if (!/^d:.*"finishReason":"stop"/m.test(rest)) throw new Error('The reply did not end well.')
  return { firstByte, firstWord, total: (microseconds() - sentAt) / 1000, delays }
}
