import { generateImage, generateText, isStepCount, Output, streamText, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createModels } from '#core/ai/models.ts'
import { revisePrompt, writePrompt } from '#core/ai/prompts.ts'
import { readEnv } from '#core/env.server.ts'

const models = createModels(readEnv({}))
const { model } = models.chat('chat-model-small')

const DOCUMENT_ID = '0b7f8a55-1c1d-4a0e-9a55-0d6f3f6a7001'

function tools() {
  const calls: { name: string; input: unknown }[] = []
  const record = (name: string, output: object) => (input: unknown) => {
    calls.push({ name, input })
    return output
  }
  const document = { id: DOCUMENT_ID, title: 'Rain', kind: 'text' }
  return {
    calls,
    set: {
      getWeather: tool({
        inputSchema: z.object({ latitude: z.number(), longitude: z.number() }),
        execute: record('getWeather', {
          latitude: 48.86,
          longitude: 2.36,
          current: { temperature_2m: 12.5 },
          daily: { sunset: ['2026-11-20T17:01'] },
        }),
      }),
      createDocument: tool({
        inputSchema: z.object({
          title: z.string(),
          kind: z.enum(['text', 'code', 'image', 'sheet']),
        }),
        execute: record('createDocument', document),
      }),
      updateDocument: tool({
        inputSchema: z.object({ id: z.uuid(), description: z.string() }),
        execute: record('updateDocument', document),
      }),
      requestSuggestions: tool({
        inputSchema: z.object({ documentId: z.uuid() }),
        execute: record('requestSuggestions', document),
      }),
    },
  }
}

async function ask(prompt: string) {
  const { calls, set } = tools()
  const { text } = await generateText({ model, prompt, tools: set, stopWhen: isStepCount(5) })
  return { calls, text }
}

describe('the demo chat model', () => {
  test('it is used when no provider is configured', () => {
    expect(models.isDemo).toBe(true)
    expect(models.chat('chat-model-reasoning').toolsEnabled).toBe(false)
  })

  test('it says that it is a demo, what it read, and how to connect a real model', async () => {
    const { text } = await ask('Why is the sky blue?')
    expect(text).toContain('> Why is the sky blue?')
    expect(text).toMatch(/demo model/)
    expect(text).toContain('OPENAI_API_KEY')
    expect(text).toContain('OPENAI_BASE_URL')
  })

  test('it streams at reading pace and starts at once', async () => {
    let soonest = Infinity
    let fastest = 0
    // A busy machine may hold up one reading, and not each of five.
    for (let reading = 0; reading < 5 && (soonest > 200 || fastest < 15); reading += 1) {
      const startedAt = performance.now()
      let firstAt = 0
      let words = 0
      for await (const delta of streamText({ model, prompt: 'hello' }).textStream) {
        firstAt ||= performance.now()
        words += delta.match(/\S+/g)?.length ?? 0
        if (words >= 12) break
      }
      soonest = Math.min(soonest, firstAt - startedAt)
      fastest = Math.max(fastest, words / ((performance.now() - firstAt) / 1000))
    }
    expect(soonest).toBeLessThan(200)
    expect(fastest).toBeGreaterThan(15)
    expect(fastest).toBeLessThan(70)
  })

  test('it stops when it is aborted', async () => {
    const controller = new AbortController()
    const result = streamText({ model, prompt: 'help', abortSignal: controller.signal })
    const types: string[] = []
    for await (const part of result.fullStream) {
      types.push(part.type)
      if (part.type === 'text-delta') controller.abort()
    }
    expect(types.at(-1)).toBe('abort')
    expect(types.filter((type) => type === 'text-delta').length).toBeLessThan(5)
  })

  test('it looks up the weather and comments on it in the next step', async () => {
    const { calls, text } = await ask('What is the weather in Paris?')
    expect(calls).toEqual([{ name: 'getWeather', input: { latitude: 48.86, longitude: 2.35 } }])
    expect(text).toContain('12.5 °C')
    expect(text).toContain('in Paris')
    expect(text).toContain('17:01')
  })

  test.each([
    ['Write an essay about rain', 'text', 'Rain'],
    ['Make a spreadsheet of my expenses', 'sheet', 'My expenses'],
    ['Write a Python script', 'code', 'Write a Python script'],
    ['Draw an image of a sunset', 'image', 'A sunset'],
  ])('"%s" creates a document of the kind %s', async (prompt, kind, title) => {
    const { calls } = await ask(prompt)
    expect(calls).toEqual([{ name: 'createDocument', input: { title, kind } }])
  })

  test.each([
    ['Suggest improvements', 'requestSuggestions', { documentId: DOCUMENT_ID }],
    ['Make it shorter', 'updateDocument', { id: DOCUMENT_ID, description: 'Make it shorter' }],
  ])('"%s" calls %s for the document of the conversation', async (request, name, input) => {
    const { set, calls } = tools()
    const first = await generateText({
      model,
      prompt: 'Write an essay about rain',
      tools: set,
      stopWhen: isStepCount(5),
    })
    await generateText({
      model,
      messages: [
        { role: 'user', content: 'Write an essay about rain' },
        ...first.responseMessages,
        { role: 'user', content: request },
      ],
      tools: set,
      stopWhen: isStepCount(5),
    })
    expect(calls.at(-1)).toEqual({ name, input })
  })

  test('it says when there is no document yet', async () => {
    const { calls, text } = await ask('Suggest improvements')
    expect(calls).toEqual([])
    expect(text).toContain('no document')
  })

  test('it calls no tool that is not offered', async () => {
    const result = await generateText({ model, prompt: 'What is the weather in Paris?' })
    expect(result.toolCalls).toEqual([])
    expect(result.text).toContain('demo model')
  })

  test('it names the type and size of an image', async () => {
    const { text } = await generateText({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', data: new Uint8Array(2048), mediaType: 'image/png' },
          ],
        },
      ],
    })
    expect(text).toContain('`image/png`, 2.0 kB')
  })

  test('its reasoning model reasons first, and the reasoning tokens are counted', async () => {
    const result = await generateText({
      model: models.chat('chat-model-reasoning').model,
      prompt: 'Show me some code',
    })
    expect(result.reasoningText).toContain('demo model')
    expect(result.text).toContain('```ts')
    expect(result.usage.outputTokens).toBeGreaterThan(50)
    expect(result.usage.outputTokenDetails.reasoningTokens).toBeGreaterThan(20)
  })
})

describe('the demo models for titles, documents and images', () => {
  test('a title is cut from the message', async () => {
    const { text } = await generateText({
      model: models.title,
      prompt: 'could you explain how tides work in the North Sea, please?',
    })
    expect(text).toBe('Could you explain how tides work in the')
  })

  test.each([
    ['text', /^# Rain\n/],
    ['code', /^# Rain\n[\s\S]*\ndef /],
    ['sheet', /^Item,Quantity,/],
  ] as const)('a document of kind %s is written and revised', async (kind, shape) => {
    const { text } = await generateText({ model: models.artifact, ...writePrompt(kind, 'Rain') })
    expect(text).toMatch(shape)
    const revised = await generateText({
      model: models.artifact,
      ...revisePrompt(kind, text, 'make it shorter'),
    })
    expect(revised.text).toContain(text.trimEnd())
    expect(revised.text).not.toBe(text)
    if (kind !== 'sheet') expect(revised.text).toMatch(/: “?make it shorter/)
  })

  test('suggestions fit the schema asked for and quote the document', async () => {
    const document =
      'Rain falls. It is very important to carry an umbrella.\n\nIn order to stay dry, wait.'
    const { output } = await generateText({
      model: models.artifact,
      output: Output.array({
        element: z.object({
          originalText: z.string(),
          suggestedText: z.string(),
          description: z.string(),
        }),
      }),
      prompt: `<document>\n${document}\n</document>`,
    })
    expect(output.length).toBeGreaterThan(0)
    for (const { originalText, suggestedText, description } of output) {
      expect(document).toContain(originalText)
      expect(suggestedText).not.toBe(originalText)
      expect(description).not.toBe('')
    }
    expect(output[1]?.suggestedText).toBe('To stay dry, wait.')
  })

  test('an image is a PNG that depends on the prompt alone', async () => {
    const paint = async (prompt: string) =>
      (await generateImage({ model: models.image, prompt })).image
    const image = await paint('A sunset')
    expect(image.mediaType).toBe('image/png')
    expect(Buffer.from(image.uint8Array).subarray(1, 4).toString()).toBe('PNG')
    expect((await paint('A sunset')).base64).toBe(image.base64)
    expect((await paint('A forest')).base64).not.toBe(image.base64)
  })
})
