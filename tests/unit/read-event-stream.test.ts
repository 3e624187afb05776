import { expect, test } from 'vitest'
import { readEventStream } from '#hooks/chat/read-event-stream.ts'
import { collect } from '#tests/support/collect.ts'

function streamOf(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
      controller.close()
    },
  })
}

async function read(...chunks: (string | Uint8Array)[]) {
  return collect(readEventStream(streamOf(...chunks)))
}

test('events are read whole, however the connection splits them', async () => {
  const text =
    'data: {"type":"start","messageId":"1"}\n\ndata: {"type":"text-delta","delta":"Grüße"}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(await read(bytes.slice(0, cut), bytes.slice(cut))).toEqual([
      { type: 'start', messageId: '1' },
      { type: 'text-delta', delta: 'Grüße' },
    ])
  }
})

test('comments, [DONE] and events that are no JSON are skipped', async () => {
  expect(
    await read(
      ': hello\n\ndata: [DONE]\n\ndata: {"type":\n\ndata: 7\n\ndata: {"type":"finish"}\r\n\r\n',
    ),
  ).toEqual([{ type: 'finish' }])
})

test('an event that is cut off by the end of the connection is dropped', async () => {
  expect(await read('data: {"type":"start"}\n\ndata: {"type":"fin')).toEqual([{ type: 'start' }])
})
