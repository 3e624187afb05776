import { setTimeout as sleep } from 'node:timers/promises'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '../provider-types.ts'
import { promptText } from './read-prompt.ts'

/** What the demo model does in one step: reason, write a text, and perhaps call a tool. */
export type DemoResponse = {
  reasoning?: string
  text?: string
  toolCall?: { toolName: string; input: Record<string, unknown> }
}

/** Decides what the demo model does, from the options of the call alone. */
type Responder = (options: LanguageModelV4CallOptions) => DemoResponse

type DemoModelOptions = {
  modelId: string
  respond: Responder
  /** How fast it writes; `Infinity` writes all at once. */
  wordsPerSecond: number
}

/** Creates a language model that needs no network and writes at about the pace of a person reading. */
export function createDemoLanguageModel({
  modelId,
  respond,
  wordsPerSecond,
}: DemoModelOptions): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId,
    supportedUrls: { 'image/*': [/^https?:/] },

    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      const response = respond(options)
      return {
        content: content(response),
        finishReason: finishReason(response),
        usage: usage(options, response),
        warnings: [],
      }
    },

    async doStream(options) {
      const signal = options.abortSignal
      signal?.throwIfAborted()
      const response = respond(options)
      const pauseMs = 1000 / wordsPerSecond
      const parts = write(response, usage(options, response))
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async pull(controller) {
          const { value, done } = parts.next()
          if (done) return controller.close()
          // An abort rejects, and so fails the stream with the caller's reason.
          if (isDelta(value) && pauseMs > 0) await sleep(pauseMs, undefined, { signal })
          signal?.throwIfAborted()
          controller.enqueue(value)
        },
      })
      return { stream }
    },
  }
}

function* write(
  response: DemoResponse,
  usage: LanguageModelV4Usage,
): Generator<LanguageModelV4StreamPart, void> {
  yield { type: 'stream-start', warnings: [] }
  if (response.reasoning) {
    yield { type: 'reasoning-start', id: 'reasoning-0' }
    for (const delta of words(response.reasoning)) {
      yield { type: 'reasoning-delta', id: 'reasoning-0', delta }
    }
    yield { type: 'reasoning-end', id: 'reasoning-0' }
  }
  if (response.text) {
    yield { type: 'text-start', id: 'text-0' }
    for (const delta of words(response.text)) yield { type: 'text-delta', id: 'text-0', delta }
    yield { type: 'text-end', id: 'text-0' }
  }
  if (response.toolCall) {
    const call = toolCall(response.toolCall)
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName }
    for (const delta of words(call.input)) {
      yield { type: 'tool-input-delta', id: call.toolCallId, delta }
    }
    yield { type: 'tool-input-end', id: call.toolCallId }
    yield call
  }
  yield { type: 'finish', finishReason: finishReason(response), usage }
}

function content(response: DemoResponse): LanguageModelV4GenerateResult['content'] {
  return [
    ...(response.reasoning ? [{ type: 'reasoning' as const, text: response.reasoning }] : []),
    ...(response.text ? [{ type: 'text' as const, text: response.text }] : []),
    ...(response.toolCall ? [toolCall(response.toolCall)] : []),
  ]
}

function toolCall({ toolName, input }: NonNullable<DemoResponse['toolCall']>) {
  const toolCallId = `call_${crypto.randomUUID().replaceAll('-', '')}`
  return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) }
}

function finishReason(response: DemoResponse): LanguageModelV4GenerateResult['finishReason'] {
  return response.toolCall
    ? { unified: 'tool-calls', raw: 'tool_calls' }
    : { unified: 'stop', raw: 'stop' }
}

function usage(options: LanguageModelV4CallOptions, response: DemoResponse): LanguageModelV4Usage {
  const call = response.toolCall ? JSON.stringify(response.toolCall.input) : ''
  const input = countTokens(promptText(options.prompt))
  const text = countTokens(`${response.text ?? ''} ${call}`)
  const reasoning = countTokens(response.reasoning ?? '')
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  }
}

/** Estimates a text's tokens: in English, three words have about four. */
function countTokens(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.ceil((words * 4) / 3)
}

/** Splits a text into words with the spaces around them; joined, they are the text again. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? []
}

function isDelta(part: LanguageModelV4StreamPart): boolean {
  return part.type.endsWith('-delta')
}
