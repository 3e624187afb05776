import { MAX_SUGGESTIONS } from '#core/ai/prompts.ts'
import { suggestEdits } from '#core/ai/suggest-edits.ts'
import type { JobPayload } from '#core/jobs/catalogue.ts'
import { storeSuggestion } from '#core/suggestions/store-suggestion.ts'
import {
  endSuggestionRequest,
  startSuggestionRequest,
} from '#core/suggestions/suggestion-request.ts'
import type { JobContext, ModelServices } from './processor.ts'

/**
 * Writes the suggestions that a `requestSuggestions` tool call asked for, each
 * as a row as soon as the model has written it. Safe to run twice: suggestions
 * of an earlier attempt stay and count. A version of another user is not read.
 */
export async function generateSuggestions(
  { orm, models, signals, ledger }: Pick<ModelServices, 'orm' | 'models' | 'signals' | 'ledger'>,
  payload: JobPayload<'generate-suggestions'>,
  job: JobContext,
): Promise<void> {
  const { suggestionRequestId: id } = payload
  const em = orm.em.fork()
  const started = await startSuggestionRequest(em, id)
  if (!started) {
    job.log.info('the request has ended, or its version is gone; nothing to do')
    return
  }

  function onSpent(tokens: number) {
    ledger.spend(tokens, { userId: payload.userId, suggestionRequestId: id })
  }

  async function writeSuggestions({ content, stored }: { content: string; stored: number }) {
    if (stored >= MAX_SUGGESTIONS) return
    const edits = suggestEdits({
      model: models.artifact,
      content,
      abortSignal: job.signal,
      onSpent,
    })
    let count = stored
    for await (const edit of edits) {
      if (!(await storeSuggestion(em, { requestId: id, ...edit }))) continue
      await signals.publish(em, `suggestions:${id}`)
      count += 1
      if (count >= MAX_SUGGESTIONS) return
    }
  }

  async function end(status: 'done' | 'failed') {
    await endSuggestionRequest(em, id, status)
    await signals.publish(em, `suggestions:${id}`)
  }

  try {
    await writeSuggestions(started)
  } catch (error) {
    if (job.isLastAttempt) await end('failed')
    throw error
  }
  await end('done')
}
