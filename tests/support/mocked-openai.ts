import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'
import {
  createFakeProvider,
  type FakeProvider,
  type FakeProviderOptions,
  type StreamEnd,
} from './fake-openai-provider.ts'
import type { FakeRequest } from './fake-openai-script.ts'

/** The `OPENAI_BASE_URL` that `mockOpenAi` answers at. */
export const MOCKED_OPENAI_URL = 'https://model.example/v1'

export type MockedOpenAi = {
  /** Every request of the test so far. */
  requests: FakeRequest[]
  /** Streamed answers that have begun, and that their reader has not left. */
  readonly openStreams: number
}

/**
 * Answers what the test asks of OpenAI's protocol at `MOCKED_OPENAI_URL` (see
 * `createFakeProvider`), in the process of the test.
 */
export function mockOpenAi(
  network: SetupServer,
  reply: FakeProviderOptions['reply'],
): MockedOpenAi {
  const provider = createFakeProvider({ reply })
  const open = new Set<ReadableStream>()
  network.use(
    http.all(`${MOCKED_OPENAI_URL}/*`, async ({ request }) => {
      const { status, headers, body } = await answer(provider, request)
      if (typeof body === 'string') return new HttpResponse(body, { status, headers })
      // With chunks, as a server sends a stream, a cut connection is no complete answer.
      const streamHeaders = { ...headers, 'Transfer-Encoding': 'chunked' }
      return new HttpResponse(toStream(body, open), { status, headers: streamHeaders })
    }),
  )
  return {
    requests: provider.requests,
    get openStreams() {
      return open.size
    },
  }
}

async function answer(provider: FakeProvider, request: Request) {
  return provider.answer({
    method: request.method,
    path: new URL(request.url).pathname,
    headers: Object.fromEntries(request.headers),
    text: await request.text(),
  })
}

function toStream(pieces: AsyncGenerator<string, StreamEnd, void>, open: Set<ReadableStream>) {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (!next.done) return controller.enqueue(encoder.encode(next.value))
        if (next.value === 'never') return new Promise(() => {})
        open.delete(stream)
        if (next.value === 'cut') controller.error(new Error('The connection was cut.'))
        else controller.close()
      },
      cancel() {
        open.delete(stream)
      },
    },
    // Nothing is made ahead of its reader, so that a cut comes after what was sent.
    { highWaterMark: 0 },
  )
  open.add(stream)
  return stream
}
