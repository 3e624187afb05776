import {
  type ContentPart,
  type FinishReason,
  type LanguageModelStreamPart,
  type LanguageModelUsage,
  type ModelMessage,
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type ToolSet,
} from 'ai'
import type { MessageUsage } from '#db/entities/message.ts'
import { ReplyFailure } from '../ai/failure-kind.ts'
import type { ChatModel } from '../ai/models.ts'
import { createTokenMeter, type TokenMeter } from '../ai/token-meter.ts'
import type { Logger } from '../log.ts'
import { type BlockIds, createBlockIds } from './block-ids.ts'
import { NO_USAGE } from './message-usage.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import { runTools } from './run-tools.ts'
import { outputLength, toChunk } from './step-chunk.ts'
import { stepMessages } from './step-messages.ts'
import type { ToolOutcome } from './tool-outcome.ts'

/** Steps of one turn at most (docs/interface.md, "Tools"). */
const MAX_STEPS = 5

type CallModelInput = {
  chatModel: ChatModel
  /** A promise where they are still being read. */
  instructions: string | Promise<string>
  messages: ModelMessage[]
  tools: ToolSet
  abortSignal: AbortSignal
  log: Logger
  /** Told, once, how many tokens the call has cost, input and output together. */
  onSpent(tokens: number): void
}

/** What the steps of one call share. */
type Call = Omit<CallModelInput, 'instructions'> & {
  instructions: string
  meter: TokenMeter
  blockIds: BlockIds
}

/** How a step has ended. */
type StepEnd = {
  finishReason: FinishReason
  usage: MessageUsage
  /** What the model has written, for the next step to go on from. */
  content: readonly ContentPart<ToolSet>[]
  /** Tool calls that the model has got wrong; they are not run. */
  failedCalls: ToolOutcome[]
}

/**
 * Calls the model and yields the steps of its reply as chunks: while the model
 * calls tools, they are run, and it is called again with what they gave.
 *
 * The SDK makes each call of the model and parses its tool calls. The loop is
 * ours, because that of `streamText` passes each chunk through five more streams
 * (docs/decisions/0024-many-answers-at-once.md).
 *
 * @throws what the provider failed with, after its retries; a ReplyFailure; or
 *   the reason of the signal
 */
export async function* callModel(input: CallModelInput): AsyncGenerator<ReplyChunk> {
  const { messages, tools, abortSignal, log, onSpent } = input
  const instructions = await input.instructions
  const meter = createTokenMeter({ instructions, messages })
  const call: Call = { ...input, instructions, meter, blockIds: createBlockIds() }
  let history = messages
  try {
    for (let step = 1; ; step += 1) {
      const { finishReason, usage, content, failedCalls } = yield* streamStep(call, history)
      const run = { tools, messages: history, abortSignal, log }
      const ran = wasKeptFromFinishing(finishReason) ? [] : yield* runTools(content, run)
      yield { type: 'finish-step', finishReason: toFinishReason(finishReason), usage }
      assertFinished(finishReason)
      const outcomes = [...failedCalls, ...ran]
      if (outcomes.length === 0 || step === MAX_STEPS) return
      history = [...history, ...stepMessages(content, outcomes)]
    }
  } finally {
    // Also when the reader leaves, because the reply was stopped.
    onSpent(meter.close(abortSignal.aborted))
  }
}

/** Calls the model once and yields what it writes. */
async function* streamStep(
  call: Call,
  messages: ModelMessage[],
): AsyncGenerator<ReplyChunk, StepEnd> {
  const { chatModel, instructions, tools, abortSignal, meter } = call
  const end: StepEnd = {
    finishReason: 'interrupted',
    usage: NO_USAGE,
    content: [],
    failedCalls: [],
  }
  const { stream } = await streamLanguageModelCall({
    model: chatModel.model,
    instructions,
    messages,
    abortSignal,
    ...(chatModel.toolsEnabled && { tools }),
    onLanguageModelCallEnd: ({ content }) => {
      end.content = content
    },
  })
  const reader = stream.getReader()
  // A read that waits ends at once, whether or not the provider's stream does.
  const cancel = () => void reader.cancel().catch(() => {})
  abortSignal.addEventListener('abort', cancel, { once: true })
  let hasStarted = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      abortSignal.throwIfAborted()
      if (done) return end
      if (value.type === 'model-call-start') continue
      if (!hasStarted) {
        hasStarted = true
        meter.startStep()
        yield { type: 'start-step' }
      }
      meter.output(outputLength(value))
      note(call, value, end)
      const chunk = toChunk(value, call.blockIds)
      if (chunk) yield chunk
    }
  } finally {
    abortSignal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Notes what a part says about the end of its step. */
function note({ meter }: Call, part: LanguageModelStreamPart, end: StepEnd) {
  switch (part.type) {
    case 'model-call-end':
      end.finishReason = part.finishReason
      end.usage = toUsage(part.usage)
      meter.endStep(part.usage)
      break
    case 'tool-error': {
      const { toolCallId, toolName, error } = part
      // The SDK's words on what is wrong with the input, for the model to do better.
      end.failedCalls.push({ toolCallId, toolName, errorText: String(error) })
      break
    }
    case 'error':
      throw part.error
  }
}

/** Tells whether the model was kept from finishing a step. */
function wasKeptFromFinishing(reason: FinishReason): boolean {
  return reason === 'content-filter' || reason === 'interrupted'
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
