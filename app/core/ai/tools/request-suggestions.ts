import { tool, zodSchema } from 'ai'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import {
  openSuggestionRequest,
  readSuggestionProgress,
} from '../../suggestions/suggestion-request.ts'
import type { ToolContext } from './chat-tools.ts'
import { findOwnDocument } from './update-document.ts'

/** How long the tool waits for the worker; what comes later is found in the document. */
const DEADLINE_MS = 60_000

const MESSAGES = {
  done: 'Suggestions have been added to the document',
  none: 'The document was read, and there is nothing to suggest',
  later: 'Suggestions are being written and will appear in the document',
}

/** Made once: its JSON schema goes with every call of the model. */
const input = zodSchema(z.object({ documentId: z.string().describe('The id of the document.') }))

/** The tool `requestSuggestions` (contract §4, POST /api/chat): the worker writes, this relays. */
export function requestSuggestionsTool(context: ToolContext, deadlineMs = DEADLINE_MS) {
  return tool({
    description: 'Request suggestions for edits of a document of writing.',
    inputSchema: input,
    async execute({ documentId }, { toolCallId }) {
      const document = await findOwnDocument(context, documentId)
      if (!document) return { error: 'Document not found' }
      const { id, title, kind, content, createdAt } = document
      if (kind === 'image' || !content) return { error: 'This document has no text to edit' }

      // Made from the tool call, so that a step that is tried again asks once.
      const requestId = uuidv5(`${toolCallId} ${id} ${createdAt}`, context.messageId)
      await context.committed
      await openSuggestionRequest(context.em(), {
        id: requestId,
        userId: context.userId,
        documentId: id,
        documentCreatedAt: createdAt,
      })
      context.jobs.enqueueOrLog('generate-suggestions', requestId, {
        suggestionRequestId: requestId,
        documentId: id,
        documentCreatedAt: createdAt,
        userId: context.userId,
        requestId: context.requestId,
      })
      return { id, title, kind, message: await relay(context, requestId, deadlineMs) }
    },
  })
}

/** Emits each suggestion as its row appears, until the request has ended or the deadline. */
async function relay(context: ToolContext, id: string, deadlineMs: number): Promise<string> {
  const { signals, userId, abortSignal } = context
  let relayed = 0

  async function check() {
    const progress = await readSuggestionProgress(context.em(), { id, userId, from: relayed })
    if (!progress) return 'gone'
    for (const suggestion of progress.suggestions) context.emit('suggestion', suggestion)
    relayed += progress.suggestions.length
    return isOpen(progress.status) ? undefined : progress.status
  }

  const options = { deadlineMs, signal: abortSignal }
  const outcome = await signals.waitFor(`suggestions:${id}`, check, options)
  if (outcome === 'failed') {
    throw new AppError('unavailable', 'The suggestions could not be written. Try again.')
  }
  if (outcome === 'gone') throw new AppError('not-found', 'The document has been deleted.')
  if (outcome === undefined) return MESSAGES.later
  return relayed > 0 ? MESSAGES.done : MESSAGES.none
}

function isOpen(status: string): boolean {
  return status === 'queued' || status === 'running'
}
