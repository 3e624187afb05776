import { z } from 'zod'
import { chatSummaryResponse, listedChatResponse } from '#core/chat/chat-schema.ts'
import { documentResponse } from '#core/documents/document-schema.ts'
import { suggestionResponse } from '#core/suggestions/suggestion-schema.ts'
import { voteResponse } from '#core/votes/vote-schema.ts'
import { ERROR_KINDS, MESSAGE_STATUSES } from '#db/entities/message.ts'

/** Schemas of the answers that core has no schema for. */

export const problemResponse = z.object({
  type: z.string().describe('A URI reference; `about:blank` when the status says it all.'),
  title: z.string().describe('The name of the status.'),
  status: z.int().min(400).max(599),
  detail: z.string().describe('What went wrong and what to do about it.'),
  error: z.string().describe('The same text, where clients of this interface look for it.'),
  errors: z
    .array(
      z.object({
        path: z.string().describe('Where in the input, e.g. `messages.0.role`.'),
        message: z.string(),
      }),
    )
    .optional()
    .describe('One entry for each field that is at fault.'),
  current: documentResponse
    .optional()
    .describe('Of a conflict of edits: the newest version of the document.'),
  requestId: z.string().describe('Also in `X-Request-Id`; name it in a report.'),
})

export const chatPageResponse = z.object({
  chats: z.array(listedChatResponse).describe('Newest first.'),
  hasMore: z.boolean().describe('Whether there are more in the direction of the cursor.'),
})

const messagePart = z.looseObject({
  type: z
    .string()
    .describe('`text`, `reasoning`, `file`, `step-start`, or `tool-` and the name of a tool.'),
  text: z.string().optional().describe('Of `text` and `reasoning`.'),
  url: z.string().optional().describe('Of `file`.'),
  mediaType: z.string().optional().describe('Of `file`.'),
  toolCallId: z.string().optional().describe('Of a tool part.'),
  state: z
    .enum(['input-available', 'output-available', 'output-error'])
    .optional()
    .describe('Of a tool part.'),
  input: z.unknown().optional().describe('Of a tool part.'),
  output: z.unknown().optional().describe('Of a tool part that has ended well.'),
  errorText: z.string().optional().describe('Of a tool part that has failed.'),
})

const count = z.number().nullable()

export const messageResponse = z.object({
  id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePart).describe("In the AI SDK's UI message form."),
  status: z.enum(MESSAGE_STATUSES),
  errorKind: z
    .enum(ERROR_KINDS)
    .optional()
    .describe('Of a reply whose status is `failed`: which class of failure ended it.'),
  alternatives: z
    .array(z.uuid())
    .optional()
    .describe(
      'The replies or edits that stood at this place, itself included, oldest first; only when there are several, and only for the owner. `PATCH /api/chat` shows another one.',
    ),
  model: z.string().optional().describe("The provider's name of the model that wrote it."),
  usage: z
    .object({ inputTokens: count, outputTokens: count, reasoningTokens: count })
    .optional()
    .describe('Tokens as the provider counted them.'),
  createdAt: z.iso.datetime(),
})

export const chatResponse = chatSummaryResponse.extend({ messages: z.array(messageResponse) })

export const exportedChatResponse = chatResponse.extend({
  exportedAt: z.iso.datetime(),
  votes: z.array(voteResponse),
  suggestions: z.array(suggestionResponse),
  documents: z.array(documentResponse).describe('Every version of every document of the chat.'),
})

export const readyResponse = z.object({ status: z.literal('ready') })

export const notReadyResponse = z.object({
  status: z.literal('unavailable'),
  missing: z.array(z.string()).describe('`database`, `migrations`, `queue`, `draining`.'),
})
