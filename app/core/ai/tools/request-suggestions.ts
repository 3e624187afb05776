import { tool, zodSchema } from 'ai'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import {
  createSuggestionRequest,
  OPEN_STATUSES,
  readSuggestionProgress,
} from '../../suggestions/suggestion-request.ts'
import { asChatOwner } from './as-chat-owner.ts'
import type { ToolContext } from './tool-context.ts'
import { findOwnDocument } from './update-document.ts'

/** How long the tool waits for the worker; later suggestions appear in the document only. */
const DEADLINE_MS = 60_000

const MESSAGES = {
  done: 'Suggestions have been added to the document',
  none: 'The document was read, and there is nothing to suggest',
  later: 'Suggestions are being written and will appear in the document',
}

/** Built once, because its JSON schema goes with every call of the model. */
const input = zodSchema(z.object({ documentId: z.string().describe('The id of the document.') }))

/**
 * The tool `requestSuggestions` (docs/interface.md, "Tools"). A job of the
 * worker writes the suggestions; the tool passes each on to the reply.
 */
export function requestSuggestionsTool(context: ToolContext, deadlineMs = DEADLINE_MS) {
  return tool({
    description: 'Request suggestions for edits of a document of writing.',
    inputSchema: input,
    async execute({ documentId }, { toolCallId }) {
      const document = await findOwnDocument(context, documentId)
      if (!document) return { error: 'Document not found' }
      const { id, title, kind, content, createdAt } = document
      if (kind === 'image' || !content) return { error: 'This document has no text to edit' }

      // Derived from the tool call: a step that is tried again makes no second request.
      const requestId = uuidv5(`${toolCallId} ${id} ${createdAt}`, context.replyId)
      const target = { documentId: id, documentCreatedAt: createdAt }
      const userId = await asChatOwner(context, async (owner) => {
        const request = { id: requestId, userId: owner, ...target }
        await context.write((tx) => createSuggestionRequest(tx, request))
        return owner
      })
      context.jobs.enqueueOrLog('generate-suggestions', requestId, {
        ...target,
        suggestionRequestId: requestId,
        userId,
        requestId: context.requestId,
      })
      return { id, title, kind, message: await passOnSuggestions(context, requestId, deadlineMs) }
    },
  })
}

/**
 * Emits each suggestion once its row is there, until the request has ended or
 * the deadline has passed.
 *
 * @returns what the model is told of the outcome
 */
async function passOnSuggestions(
  context: ToolContext,
  id: string,
  deadlineMs: number,
): Promise<string> {
  const { signals, abortSignal } = context
  let passedOn = 0

  async function check() {
    const progress = await asChatOwner(context, (userId) =>
      readSuggestionProgress(context.em(), { id, userId, from: passedOn }),
    )
    if (!progress) return 'deleted'
    for (const suggestion of progress.suggestions) context.emit('suggestion', suggestion)
    passedOn += progress.suggestions.length
    return OPEN_STATUSES.includes(progress.status) ? undefined : progress.status
  }

  const options = { deadlineMs, signal: abortSignal }
  const outcome = await signals.waitFor(`suggestions:${id}`, check, options)
  if (outcome === 'failed') {
    throw new AppError('unavailable', 'The suggestions could not be written. Try again.')
  }
  if (outcome === 'deleted') throw new AppError('not-found', 'The document has been deleted.')
  if (outcome === undefined) return MESSAGES.later
  return passedOn > 0 ? MESSAGES.done : MESSAGES.none
}
