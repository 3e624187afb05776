import type { ContentPart, ModelMessage, ToolSet, TypedToolCall } from 'ai'
import { isAppError } from '../app-error.ts'
import type { Logger } from '../log.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import { type ToolOutcome, toolErrorText } from './tool-outcome.ts'

type ToolCall = TypedToolCall<ToolSet>

type ToolRun = {
  tools: ToolSet
  /** What the model was given in the step that calls the tools. */
  messages: ModelMessage[]
  abortSignal: AbortSignal
  log: Logger
}

/**
 * Runs the tools that the model has called in a step, all at once, and yields
 * what each gives as soon as it has ended.
 *
 * @returns the outcomes, in the order of the calls
 * @throws the reason of the signal; a tool that does not stop by itself is left alone
 */
export async function* runTools(
  content: readonly ContentPart<ToolSet>[],
  run: ToolRun,
): AsyncGenerator<ReplyChunk, ToolOutcome[]> {
  const calls = content.filter((part) => part.type === 'tool-call' && !part.invalid) as ToolCall[]
  if (calls.length === 0) return []
  const { abortSignal } = run
  const ended: ToolOutcome[] = []
  let wake = () => {}
  const outcomes = calls.map(async (call) => {
    const outcome = await runTool(call, run)
    ended.push(outcome)
    wake()
    return outcome
  })
  const onAbort = () => wake()
  abortSignal.addEventListener('abort', onAbort)
  try {
    for (let count = 0; count < calls.length; count += 1) {
      abortSignal.throwIfAborted()
      if (ended.length === count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      abortSignal.throwIfAborted()
      const outcome = ended[count]
      if (outcome) yield toChunk(outcome)
    }
  } finally {
    abortSignal.removeEventListener('abort', onAbort)
  }
  return Promise.all(outcomes)
}

/** Runs a tool; never rejects. */
async function runTool(call: ToolCall, run: ToolRun): Promise<ToolOutcome> {
  const { toolCallId, toolName, input } = call
  const { tools, messages, abortSignal, log } = run
  try {
    const execute = tools[toolName]?.execute
    if (!execute) throw new Error(`The tool ${toolName} cannot be run.`)
    const options = { toolCallId, messages, abortSignal, context: undefined }
    return { toolCallId, toolName, output: (await execute(input, options)) ?? null }
  } catch (err) {
    // The text of an AppError is written for users, and its cause was logged where it came up.
    if (!isAppError(err) && !abortSignal.aborted) {
      log.error({ err, toolName, toolCallId }, 'tool failed')
    }
    return { toolCallId, toolName, errorText: toolErrorText(err) }
  }
}

function toChunk(outcome: ToolOutcome): ReplyChunk {
  const { toolCallId } = outcome
  return 'errorText' in outcome
    ? { type: 'tool-output-error', toolCallId, errorText: outcome.errorText }
    : { type: 'tool-output-available', toolCallId, output: outcome.output }
}
