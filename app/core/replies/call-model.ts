import {
  type FinishReason,
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  experimental_streamTextLowMemory as streamText,
  type ToolSet,
} from 'ai'
import type { MessageUsage } from '#db/entities/message.ts'
import { ReplyFailure } from '../ai/failure-kind.ts'
import { type ChatModel, MAX_SDK_RETRIES } from '../ai/models.ts'
import { createTokenMeter, type TokenMeter } from '../ai/token-meter.ts'
import { isAppError } from '../app-error.ts'
import type { ReplyChunk } from './reply-chunk.ts'

/** Steps of one turn at most (docs/interface.md, "Tools"). */
const MAX_STEPS = 5

type CallModelInput = {
  chatModel: ChatModel
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  abortSignal: AbortSignal
  /** Told, once, how many tokens the call has cost, input and output together. */
  onSpent(tokens: number): void
}

/**
 * Calls the model and yields the steps of its reply as chunks. The call begins
 * at once, before the first chunk is asked for.
 *
 * The SDK's own translation (`toUIMessageChunk`) would also pass on what the
 * provider says for its own use, such as the ids of its items.
 *
 * @throws what the provider failed with, after its retries, or a ReplyFailure
 */
export function callModel(input: CallModelInput): AsyncIterable<ReplyChunk> {
  const { chatModel, instructions, messages, tools, abortSignal, onSpent } = input
  const result = streamText({
    model: chatModel.model,
    instructions,
    messages,
    abortSignal,
    maxRetries: MAX_SDK_RETRIES,
    ...(chatModel.toolsEnabled && { tools, stopWhen: isStepCount(MAX_STEPS) }),
    // Without this the SDK prints the error, which is thrown below and then logged.
    onError: () => {},
  })
  const meter = createTokenMeter({ instructions, messages })
  return toChunks(result.stream, { abortSignal, meter, onSpent })
}

type SdkStream = ReturnType<typeof streamText>['stream']

type Reading = Pick<CallModelInput, 'abortSignal' | 'onSpent'> & { meter: TokenMeter }

async function* toChunks(
  stream: SdkStream,
  { abortSignal, meter, onSpent }: Reading,
): AsyncGenerator<ReplyChunk> {
  try {
    for await (const part of stream) {
      switch (part.type) {
        case 'text-delta':
          meter.output(part.text.length)
          if (part.text) yield { type: 'text-delta', id: part.id, delta: part.text }
          break
        case 'reasoning-delta':
          meter.output(part.text.length)
          if (part.text) yield { type: 'reasoning-delta', id: part.id, delta: part.text }
          break
        case 'start-step':
          meter.startStep()
          yield { type: 'start-step' }
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
          meter.output(part.delta.length)
          yield { type: 'tool-input-delta', toolCallId: part.id, inputTextDelta: part.delta }
          break
        case 'tool-call': {
          const { toolCallId, toolName, input } = part
          yield { type: 'tool-input-available', toolCallId, toolName, input: input ?? null }
          break
        }
        case 'tool-result': {
          const { toolCallId, output } = part
          yield { type: 'tool-output-available', toolCallId, output: output ?? null }
          break
        }
        case 'tool-error': {
          const { toolCallId, error } = part
          yield { type: 'tool-output-error', toolCallId, errorText: toolErrorText(error) }
          break
        }
        case 'finish-step':
          meter.endStep(part.usage)
          yield {
            type: 'finish-step',
            finishReason: toFinishReason(part.finishReason),
            usage: toUsage(part.usage),
          }
          assertFinished(part.finishReason)
          break
        case 'error':
          throw part.error
        case 'abort':
          abortSignal.throwIfAborted()
          throw new Error(part.reason ?? 'The model call was aborted.')
      }
    }
  } finally {
    // Also when the reader leaves, because the reply was stopped.
    onSpent(meter.close(abortSignal.aborted))
  }
}

/** Refuses the end of a step in which the model was kept from finishing. */
function assertFinished(reason: FinishReason): void {
  if (reason === 'content-filter') {
    throw new ReplyFailure('content-refused', 'The model or its provider refused the content.')
  }
  if (reason === 'interrupted') {
    throw new ReplyFailure('cut', 'The stream of the model provider ended without its end event.')
  }
}

/** `interrupted` is new in the SDK; clients of data stream v1 refuse a reason they do not know. */
function toFinishReason(reason: FinishReason): FinishReason {
  return reason === 'interrupted' ? 'other' : reason
}

function toUsage(usage: LanguageModelUsage): MessageUsage {
  return {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    reasoningTokens: usage.outputTokenDetails?.reasoningTokens ?? null,
  }
}

/** Only the text of an AppError is written for users; any other error's text is not shown. */
function toolErrorText(error: unknown): string {
  return isAppError(error) ? error.message : 'The tool failed.'
}
