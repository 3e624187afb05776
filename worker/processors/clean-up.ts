import { addSearchWords } from '#core/chat/add-search-words.ts'
import { enqueueLostTitles } from '#core/chat/enqueue-lost-titles.ts'
import { deleteExpiredChats } from '#core/chat/temporary-chat.ts'
import { deleteExpiredJobTurns } from '#core/jobs/job-turns.ts'
import { addDocumentWords } from '#core/library/add-document-words.ts'
import { removeOldDeletedDocuments } from '#core/library/deleted-documents.ts'
import { markInterruptedReplies } from '#core/replies/mark-interrupted-replies.ts'
import { deleteLeftoverBatches } from '#core/replies/relay/delete-leftover-batches.ts'
import { enqueueLostSuggestions } from '#core/suggestions/enqueue-lost-suggestions.ts'
import { cleanUpUploads } from '#core/uploads/clean-up-uploads.ts'
import { deleteExpiredSessions } from '#core/users/delete-sessions.ts'
import { deleteExpiredResets } from '#core/users/password-reset.ts'
import { removeClosedAccounts } from '#core/users/remove-closed-accounts.ts'
import type { Processor } from './processor.ts'

/**
 * Repairs what a crash, or a queue that did not answer, has left behind. A task
 * that fails does not keep the others from their work.
 */
export const cleanUp: Processor<'clean-up'> = async (services, _payload, { log }) => {
  const tasks = {
    interruptedReplies: () => markInterruptedReplies(services),
    lostTitles: () => enqueueLostTitles(services),
    suggestionRequests: () => enqueueLostSuggestions(services.orm.em.fork(), services.jobs),
    relayedReplies: () => deleteLeftoverBatches(services.orm.em.fork()),
    temporaryChats: () => deleteExpiredChats(services.orm.em.fork()),
    uploads: () => cleanUpUploads(services),
    searchWords: () => addSearchWords(services.orm.em.fork()),
    documentWords: () => addDocumentWords(services.orm.em.fork()),
    deletedDocuments: () => removeOldDeletedDocuments(services.orm.em.fork()),
    jobTurns: () => deleteExpiredJobTurns(services.orm.em.fork()),
    closedAccounts: () => removeClosedAccounts(services.orm.em.fork()),
    passwordResets: () => deleteExpiredResets(services.orm.em.fork()),
    expiredSessions: () => deleteExpiredSessions(services.orm.em.fork()),
  }
  const names = Object.keys(tasks)
  const results = await Promise.allSettled(Object.values(tasks).map((task) => task()))
  const done: Record<string, unknown> = {}
  const errors: unknown[] = []
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') done[String(names[index])] = result.value
    else errors.push(result.reason)
  }
  log.info(done, 'cleaned up')
  if (errors.length > 0) throw new AggregateError(errors, 'Some of the clean-up failed.')
}
