import type {
  AssistantContent,
  ContentPart,
  ModelMessage,
  ToolModelMessage,
  ToolResultPart,
  ToolSet,
} from 'ai'
import type { ToolOutcome } from './tool-outcome.ts'

type AssistantPart = Exclude<AssistantContent, string>[number]

/**
 * The messages that a step adds to the history of the next: what the model has
 * written, and what its tool calls have given, in the order of the calls. What
 * the provider has said for its own use goes back to it: OpenAI wants the
 * encrypted reasoning before a tool call.
 */
export function stepMessages(
  content: readonly ContentPart<ToolSet>[],
  outcomes: ToolOutcome[],
): ModelMessage[] {
  const order = new Map(
    content.flatMap((part, index) =>
      part.type === 'tool-call' ? [[part.toolCallId, index] as const] : [],
    ),
  )
  const place = ({ toolCallId }: ToolOutcome) => order.get(toolCallId) ?? 0
  const results: ToolModelMessage = {
    role: 'tool',
    content: outcomes.toSorted((a, b) => place(a) - place(b)).map(toResultPart),
  }
  return [{ role: 'assistant', content: content.flatMap(toAssistantPart) }, results]
}

function toAssistantPart(part: ContentPart<ToolSet>): AssistantPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, text, providerMetadata } = part
      if (type === 'text' && text === '' && !providerMetadata) return []
      return [{ type, text, ...(providerMetadata && { providerOptions: providerMetadata }) }]
    }
    case 'tool-call': {
      const { type, toolCallId, toolName, invalid, input, providerMetadata } = part
      return [
        {
          type,
          toolCallId,
          toolName,
          // Providers refuse arguments that are no object.
          input: invalid && (typeof input !== 'object' || input === null) ? {} : input,
          ...(providerMetadata && { providerOptions: providerMetadata }),
        },
      ]
    }
    default:
      return []
  }
}

function toResultPart(outcome: ToolOutcome): ToolResultPart {
  const { toolCallId, toolName } = outcome
  return { type: 'tool-result', toolCallId, toolName, output: toResultOutput(outcome) }
}

function toResultOutput(outcome: ToolOutcome): ToolResultPart['output'] {
  if ('errorText' in outcome) return { type: 'error-text', value: outcome.errorText }
  const { output } = outcome
  if (typeof output === 'string') return { type: 'text', value: output }
  // As it will be stored: without what JSON does not have.
  return { type: 'json', value: JSON.parse(JSON.stringify(output ?? null)) }
}
