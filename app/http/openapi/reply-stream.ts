import { STREAM_ERROR_TEXT } from '#core/replies/reply-chunk.ts'
import { dataStreamExample, eventStreamExample } from './examples.ts'
import type { Answer } from './operation.ts'

/** How the streamed reply is described, for all operations that answer with one. */

/** The header that chooses the format. @param unnamed what it is where the header names none */
export const streamAccept = (unnamed: string) => ({
  Accept: `\`text/event-stream\` for the UI message stream of the present AI SDK, \`text/plain\` for the data stream, version 1. ${unnamed}`,
})

export const stream: Answer = {
  description: 'The reply, as it is written.',
  headers: {
    'X-Message-Id': 'The id of the reply.',
    'X-Vercel-AI-Data-Stream': '`v1`, with the data stream.',
    'X-Vercel-AI-UI-Message-Stream': '`v1`, with the UI message stream.',
  },
  content: [
    { type: 'text/plain', example: dataStreamExample },
    { type: 'text/event-stream', example: eventStreamExample },
  ],
}

export const failedReply: Answer = {
  description:
    "The reply failed before the model's first part; the body is the stream of that error.",
  headers: { 'X-Error-Kind': 'Which class of failure it is.' },
  content: [
    { type: 'text/plain', example: `3:${JSON.stringify(STREAM_ERROR_TEXT)}\n` },
    { type: 'text/event-stream' },
    { type: 'application/problem+json' },
  ],
}

/** The data stream, version 1, for people. */
export const STREAM_FORMAT = `The data stream has one part in each line, \`code:json\`:

| code | part |
|---|---|
| \`f\` | a step starts: \`messageId\` |
| \`g\` | a piece of reasoning |
| \`0\` | a piece of text |
| \`b\`, \`c\` | a tool call starts; a piece of its arguments |
| \`9\` | a tool call: \`toolCallId\`, \`toolName\`, \`args\` |
| \`a\` | its result: \`toolCallId\`, \`result\` |
| \`2\` | data parts \`{type, content}\`: \`kind\`, \`id\`, \`title\`, \`clear\`, \`text-delta\`, \`code-delta\`, \`sheet-delta\`, \`image-delta\`, \`suggestion\`, \`finish\`, \`chat-title\`, \`error-kind\` |
| \`3\` | the reply failed: \`"${STREAM_ERROR_TEXT}"\` |
| \`e\` | a step is finished: \`finishReason\`, \`usage\` |
| \`d\` | the reply is finished: \`finishReason\`, \`usage\` |`
