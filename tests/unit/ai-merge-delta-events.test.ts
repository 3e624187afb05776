import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDeltaEvents } from '#core/ai/merge-delta-events.ts'
import { chatFrames } from '#tests/support/fake-openai-chat.ts'
import { responseFrames } from '#tests/support/fake-openai-responses.ts'
import type { Script } from '#tests/support/fake-openai-script.ts'

const SCRIPT: Script = {
  reasoning: 'First I think, then I write.',
  text: ['Hello ', 'wo', 'rld \n\n', '"quoted" \\ ', '{"content":"x"} ', '🙂', 'é', '"'],
  toolCalls: [{ name: 'getWeather', input: { latitude: 1, longitude: 2, content: 'a "b"' } }],
}

const wires = {
  'chat completions': [...chatFrames(SCRIPT, 'm')].map(({ data }) => data).join(''),
  responses: [...responseFrames(SCRIPT, 'm')].map(({ data }) => data).join(''),
}

/** The chunks come one after the other, as from a socket. */
async function* oneByOne(chunks: Uint8Array[]) {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}

async function passThrough(chunks: Uint8Array[]): Promise<Buffer[]> {
  const out: Buffer[] = []
  const source = Readable.from(oneByOne(chunks))
  for await (const chunk of mergeDeltaEvents(source)) out.push(Buffer.from(chunk))
  return out
}

/** The parsed events, with the neighbouring deltas of one text joined. */
function meaning(wire: string) {
  const events = wire.split('\n\n').filter(Boolean)
  const said: { text: string; like: string }[] = []
  for (const event of events) {
    const data = event.slice(event.indexOf('data: ') + 6)
    const parsed = data === '[DONE]' ? {} : JSON.parse(data)
    const delta = parsed.choices?.[0]?.delta
    const text = delta?.content ?? delta?.reasoning_content ?? parsed.delta
    if (typeof text !== 'string') {
      said.push({ text: '', like: event.replace(/"sequence_number":\d+,/, '') })
      continue
    }
    const like = JSON.stringify([parsed.type, parsed.item_id, Object.keys(delta ?? {})])
    const last = said.at(-1)
    if (last?.like === like) last.text += text
    else said.push({ text, like })
  }
  return said
}

function cut(wire: string, places: number[]): Uint8Array[] {
  const bytes = Buffer.from(wire)
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

describe.each(Object.entries(wires))('the events of %s', (_name, wire) => {
  test('mean the same however the network splits them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 30 }), async (places) => {
        const out = Buffer.concat(await passThrough(cut(wire, places))).toString()
        expect(meaning(out)).toEqual(meaning(wire))
      }),
    )
  })

  test('are merged when they come together', async () => {
    const out = Buffer.concat(await passThrough([Buffer.from(wire)])).toString()
    expect(out.split('\n\n').length).toBeLessThan(wire.split('\n\n').length - 8)
  })

  test('are passed on unchanged and at once when each comes alone', async () => {
    const events = wire.split(/(?<=\n\n)/).map((event) => Buffer.from(event))
    expect(await passThrough(events)).toEqual(events)
  })
})

describe('other response bodies', () => {
  test('are passed on unchanged with other line ends or an incomplete event', async () => {
    const crlf = wires['chat completions'].replaceAll('\n', '\r\n')
    expect(Buffer.concat(await passThrough(cut(crlf, [50, 500, 900]))).toString()).toBe(crlf)
    const unended = `${'data: x\n\n'}data: {"choices":`
    expect(Buffer.concat(await passThrough([Buffer.from(unended)])).toString()).toBe(unended)
  })

  test('are cancelled at their source', async () => {
    const source = new PassThrough()
    await mergeDeltaEvents(source).cancel('enough')
    expect(source.destroyed).toBe(true)
  })
})
