import { processDataStream } from '@ai-sdk/ui-utils'

export type DataStreamReply = {
  text: string
  reasoning: string
  messageIds: string[]
  toolCalls: { toolCallId: string; toolName: string; args: unknown }[]
  toolResults: { toolCallId: string; result: unknown }[]
  data: { type: string; content: unknown }[]
  errors: string[]
  finish: { finishReason: string; usage: { promptTokens: number; completionTokens: number } } | null
}

export type DataStreamCallbacks = {
  onText?: (text: string) => void
  onData?: (part: DataStreamReply['data'][number]) => void
}

/** Reads a data stream; `begun` resolves with its first words. */
export function startReading(response: Response): {
  begun: Promise<void>
  reading: Promise<DataStreamReply>
} {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  return { begun, reading: readDataStream(response, { onText: () => begin() }) }
}

/** Reads a data stream with the published `ai@4` client. */
export async function readDataStream(
  response: Response,
  { onText, onData }: DataStreamCallbacks = {},
): Promise<DataStreamReply> {
  const reply: DataStreamReply = {
    text: '',
    reasoning: '',
    messageIds: [],
    toolCalls: [],
    toolResults: [],
    data: [],
    errors: [],
    finish: null,
  }
  if (!response.body) throw new Error('The response has no body.')
  await processDataStream({
    stream: response.body,
    onTextPart(text) {
      reply.text += text
      onText?.(text)
    },
    onReasoningPart(text) {
      reply.reasoning += text
    },
    onStartStepPart: ({ messageId }) => void reply.messageIds.push(messageId),
    onToolCallPart: (part) => void reply.toolCalls.push(part),
    onToolResultPart: (part) => void reply.toolResults.push(part),
    onDataPart(parts) {
      for (const part of parts as DataStreamReply['data']) {
        reply.data.push(part)
        onData?.(part)
      }
    },
    onErrorPart: (error) => void reply.errors.push(error),
    onFinishMessagePart: (part) => {
      reply.finish = part as DataStreamReply['finish']
    },
  })
  return reply
}
