import { describe, expect, test } from 'vitest'
import type { ArtifactTask } from '#core/ai/artifacts/artifact-task.ts'
import { ARTIFACT_WRITERS } from '#core/ai/artifacts/artifact-writers.ts'
import { removeCodeFence } from '#core/ai/artifacts/remove-code-fence.ts'
import { createModels } from '#core/ai/models.ts'
import { readEnv } from '#core/env.server.ts'
import type { DocumentKind } from '#db/entities/document.ts'
import type { Script } from '#tests/support/fake-openai-script.ts'
import { MOCKED_OPENAI_URL, mockOpenAi } from '#tests/support/mocked-openai.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()

const CREATE: ArtifactTask = { type: 'create', title: 'Rain' }

type Emitted = { name: string; content: string }

async function write(kind: DocumentKind, task: ArtifactTask, reply: Script, stopAfter = Infinity) {
  const provider = mockOpenAi(network, reply)
  const models = createModels(readEnv({ OPENAI_BASE_URL: MOCKED_OPENAI_URL }))
  const stop = new AbortController()
  const emitted: Emitted[] = []
  let tokens = 0
  const content = await ARTIFACT_WRITERS[kind](task, {
    models,
    abortSignal: stop.signal,
    spend(spent) {
      tokens += spent
    },
    emit(name, part) {
      emitted.push({ name, content: String(part) })
      if (emitted.length >= stopAfter) stop.abort()
    },
  })
  return { content, emitted, requests: provider.requests, tokens }
}

describe('a text document', () => {
  test('is shown delta by delta', async () => {
    const { content, emitted, tokens } = await write('text', CREATE, {
      usage: { input: 11, output: 7, reasoning: 0 },
      text: ['# Rain\n', 'It ', 'rains.'],
      delayMs: 5,
    })
    expect(content).toBe('# Rain\nIt rains.')
    expect(new Set(emitted.map(({ name }) => name))).toEqual(new Set(['text-delta']))
    expect(emitted.map((part) => part.content).join('')).toBe(content)
    expect(emitted.length).toBeGreaterThan(1)
    expect(tokens).toBe(18)
  })

  test('is rewritten from the present content and the description of the change', async () => {
    const { requests } = await write(
      'text',
      { type: 'update', title: 'Rain', current: 'It rains.', description: 'Make it snow.' },
      { text: 'It snows.' },
    )
    const prompt = JSON.stringify(requests[0]?.body.messages)
    expect(prompt).toContain('It rains.')
    expect(prompt).toContain('Make it snow.')
  })

  test('keeps what was written when it is stopped', async () => {
    const words = { count: 1_000, delta: (index: number) => `word${index} ` }
    const { content, tokens } = await write('text', CREATE, { text: words, delayMs: 2 }, 5)
    expect(content).toMatch(/^word0 word1 /)
    expect(content).not.toContain('word999')
    // By estimate: the prompt and what had come.
    expect(tokens).toBeGreaterThan(content.length / 4)
  })

  test.each([{ status: 401 }, { text: 'It rains and rains and rains.', cutAfter: 2 }])(
    'fails when the provider does: %j',
    async (script) => {
      await expect(write('text', CREATE, script)).rejects.toThrow()
    },
  )
})

describe.each(['code', 'sheet'] as const)('a %s document', (kind) => {
  test('is shown as snapshots of the whole at intervals, the last one always', async () => {
    const { content, emitted } = await write(kind, CREATE, {
      text: { count: 80, delta: (index) => `${index},\n` },
      delayMs: 2,
    })
    expect(content).toMatch(/^0,\n1,\n[\s\S]*79,\n$/)
    expect(emitted.every(({ name }) => name === `${kind}-delta`)).toBe(true)
    expect(emitted.every((part) => content.startsWith(part.content))).toBe(true)
    expect(emitted.at(-1)?.content).toBe(content)
    expect(emitted.length).toBeGreaterThan(1)
    // Ten a second at most: a delta each would be 80.
    expect(emitted.length).toBeLessThan(60)
  })

  test('loses the Markdown fence that a model puts around it', async () => {
    const { content, emitted } = await write(kind, CREATE, { text: '```python\nprint(1)\n```\n' })
    expect(content).toBe('print(1)\n')
    expect(emitted.at(-1)?.content).toBe('print(1)\n')
  })
})

describe('an image document', () => {
  test('is a PNG in base64, shown once', async () => {
    const { content, emitted, tokens } = await write('image', CREATE, {})
    expect(tokens).toBeGreaterThan(0)
    expect(Buffer.from(content, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(emitted).toEqual([{ name: 'image-delta', content }])
  })

  test('is edited from the present image', async () => {
    const current = (await write('image', CREATE, {})).content
    const task: ArtifactTask = { type: 'update', title: 'Rain', current, description: 'More.' }
    const { requests } = await write('image', task, {})
    expect(requests.map(({ path }) => path)).toEqual(['/v1/images/edits'])
  })
})

describe('removeCodeFence', () => {
  test.each([
    ['a\n```js\nb\n```\n', 'a\n```js\nb\n```\n'],
    ['```\na\n```', 'a\n'],
    ['```csv\na,b\n1,2', 'a,b\n1,2'],
    ['```', ''],
    ['````md\n```js\nx\n```\n````\n', '```js\nx\n```\n'],
  ])('%j becomes %j', (given, expected) => {
    expect(removeCodeFence(given)).toBe(expected)
  })
})
