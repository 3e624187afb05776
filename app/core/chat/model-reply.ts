import {
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  experimental_streamTextLowMemory as streamText,
  type ToolSet,
} from 'ai'
import { type ChatModel, MAX_RETRIES } from '../ai/models.ts'
import type { FinishReason, MessageUsage, ReplyChunk } from './reply-chunk.ts'

/** Steps of one turn at most (interface-decisions, "Tools"). */
const MAX_STEPS = 5
type ModelReplyInput = {
  chatModel: ChatModel
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  abortSignal: AbortSignal
}

/**
 * Calls the model and yields its reply as chunks, without `start` and
 * `finish`; the total usage is in the last `step-finish`es. The call begins at
 * once, before the first chunk is asked for.
 *
 * @throws what the provider failed with, after its retries
 */
export function callModel(input: ModelReplyInput): AsyncIterable<ReplyChunk> {
  const { chatModel, instructions, messages, tools, abortSignal } = input
  const result = streamText({
    model: chatModel.model,
    instructions,
    messages,
    abortSignal,
    maxRetries: MAX_RETRIES,
    ...(chatModel.toolsEnabled && { tools, stopWhen: isStepCount(MAX_STEPS) }),
    // The error is thrown to the generation, which logs it; the SDK would print it.
    onError: () => {},
  })
  return toChunks(result.stream, abortSignal)
}

type SdkStream = ReturnType<typeof streamText>['stream']

async function* toChunks(stream: SdkStream, signal: AbortSignal): AsyncGenerator<ReplyChunk> {
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        if (part.text) yield { type: 'text-delta', id: part.id, delta: part.text }
        break
      case 'reasoning-delta':
        if (part.text) yield { type: 'reasoning-delta', id: part.id, delta: part.text }
        break
      case 'start-step':
        yield { type: 'step-start' }
        break
      case 'text-start':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-end':
        yield { type: part.type, id: part.id }
        break
      case 'tool-input-start':
        yield { type: 'tool-input-start', toolCallId: part.id, toolName: part.toolName }
        break
      case 'tool-input-delta':
        yield { type: 'tool-input-delta', toolCallId: part.id, delta: part.delta }
        break
      case 'tool-call': {
        const { toolCallId, toolName, input } = part
        yield { type: 'tool-input', toolCallId, toolName, input }
        break
      }
      case 'tool-result': {
        const { toolCallId, toolName, output } = part
        yield { type: 'tool-output', toolCallId, toolName, output }
        break
      }
      case 'tool-error': {
        const { toolCallId, toolName, error } = part
        yield { type: 'tool-error', toolCallId, toolName, message: toolErrorText(error) }
        break
      }
      case 'finish-step':
        yield {
          type: 'step-finish',
          finishReason: toFinishReason(part.finishReason),
          usage: toUsage(part.usage),
        }
        break
      case 'error':
        throw part.error
      case 'abort':
        signal.throwIfAborted()
        throw new Error(part.reason ?? 'The model call was aborted.')
    }
  }
}

const FINISH_REASONS: string[] = ['stop', 'length', 'content-filter', 'tool-calls', 'error']

function toFinishReason(reason: string): FinishReason {
  return FINISH_REASONS.includes(reason) ? (reason as FinishReason) : 'other'
}

function toUsage(usage: LanguageModelUsage): MessageUsage {
  return {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    reasoningTokens: usage.outputTokenDetails?.reasoningTokens ?? null,
  }
}

/** A tool's own words are for users (they throw AppErrors); anything else stays inside. */
function toolErrorText(error: unknown): string {
  return error instanceof Error && error.name === 'AppError' ? error.message : 'The tool failed.'
}

/** Adds the usage of the steps of a turn. */
export function addUsage(a: MessageUsage, b: MessageUsage): MessageUsage {
  const add = (x: number | null, y: number | null) =>
    x === null && y === null ? null : (x ?? 0) + (y ?? 0)
  return {
    inputTokens: add(a.inputTokens, b.inputTokens),
    outputTokens: add(a.outputTokens, b.outputTokens),
    reasoningTokens: add(a.reasoningTokens, b.reasoningTokens),
  }
}

export const NO_USAGE: MessageUsage = {
  inputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
}
