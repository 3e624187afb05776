import type { JobPayload } from '#core/jobs/catalogue.ts'
import {
  endSuggestionRequest,
  startSuggestionRequest,
} from '#core/suggestions/suggestion-request.ts'
import { writePart, writeSuggestions } from '#core/suggestions/write-suggestions.ts'
import type { JobContext, ModelServices } from './processor.ts'

/**
 * Writes the suggestions that were asked for, each as a row as soon as the model has
 * written it; or the change of a part, which is one suggestion. Safe to run twice:
 * suggestions of an earlier attempt stay and count. A version of another user is not
 * read.
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

  const work = { em, id, model: models.artifact, abortSignal: job.signal, onSpent, onStored }

  async function onStored() {
    await signals.publish(em, `suggestions:${id}`)
  }

  async function end(status: 'done' | 'failed') {
    await endSuggestionRequest(em, id, status)
    await signals.publish(em, `suggestions:${id}`)
  }

  try {
    if (started.part) await writePart({ ...started, part: started.part }, work)
    else await writeSuggestions(started, work)
  } catch (error) {
    if (job.isLastAttempt) await end('failed')
    throw error
  }
  await end('done')
}
