import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * On Linux all of 127.0.0.0/8 is this machine, so that the attacker comes from
 * another network than those who watch. Elsewhere all come from one.
 */
const LOCAL_ADDRESS = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}
const PAUSE_AFTER_ERROR_MS = 20

type Call = {
  path: string
  method?: string
  cookie?: string
  /** Sent as JSON. */
  body?: string | Buffer
}

export type Attacker = {
  /** The web process that is attacked. */
  origin: string
  ends: AbortSignal
  /** How many requests were answered with each status; `cut` are those without an answer. */
  statuses: Record<string, number>
  /** Sends requests until the end, so many at once, and reads the answers. */
  askAgain(atOnce: number, call: (index: number) => Call): Promise<void>
  /** Sends so many requests at once, and reads of their answers no more than the head. */
  askUnread(count: number, call: (index: number) => Call): Promise<void>
  /** Sends so many requests at once that say they have a megabyte of JSON, and two thirds of it. */
  sendUnfinished(count: number, call: (index: number) => Call): Promise<void>
}

/** Makes what sends the requests of an attack. */
export function createAttacker(origin: string, ends: AbortSignal): Attacker {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, ...LOCAL_ADDRESS })
  const statuses: Record<string, number> = {}

  function open({ path, method = 'GET', cookie }: Call, length?: number): ClientRequest {
    return request(`${origin}${path}`, {
      agent,
      method,
      signal: ends,
      headers: {
        // What browsers send; compressing costs the service something.
        'Accept-Encoding': 'gzip',
        ...(cookie && { Cookie: cookie }),
        ...(length !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': length,
        }),
      },
    })
  }

  /** Counts the status; undefined when no answer comes. */
  async function answerTo(sent: ClientRequest): Promise<IncomingMessage | undefined> {
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      count(response.statusCode ?? 0)
      response.on('error', () => {})
      return response
    } catch {
      if (!ends.aborted) count('cut')
      return undefined
    }
  }

  function count(status: number | string) {
    statuses[status] = (statuses[status] ?? 0) + 1
  }

  function send(call: Call) {
    const { body } = call
    const sent = open(call, body === undefined ? undefined : Buffer.byteLength(body))
    sent.on('error', () => {})
    sent.end(body)
    return answerTo(sent)
  }

  async function times(count: number, work: (index: number) => Promise<unknown>) {
    await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  }

  return {
    origin,
    ends,
    statuses,
    askAgain: (atOnce, call) =>
      times(atOnce, async (index) => {
        while (!ends.aborted) {
          const response = await send(call(index))
          if (!response) await sleep(PAUSE_AFTER_ERROR_MS)
          else if (!response.resume().closed) await once(response, 'close').catch(() => {})
        }
      }),
    async askUnread(count, call) {
      await times(count, (index) => send(call(index)))
      await untilEnd(ends)
    },
    async sendUnfinished(count, call) {
      const body = Buffer.alloc(1_000_000, 'x')
      await times(count, async (index) => {
        const sent = open({ method: 'POST', ...call(index) }, body.byteLength)
        sent.on('error', () => {})
        sent.write(body.subarray(0, 660_000))
        await answerTo(sent)
      })
      await untilEnd(ends)
    },
  }
}

async function untilEnd(ends: AbortSignal): Promise<void> {
  if (!ends.aborted) await once(ends, 'abort')
}
