import { enqueueLostTitles, markInterruptedReplies } from '#core/chat/sweep-chats.ts'
import { sweepSuggestionRequests } from '#core/suggestions/sweep-suggestion-requests.ts'
import { cleanUpUploads } from '#core/uploads/clean-up-uploads.ts'
import { deleteExpiredSessions } from '#core/users/delete-sessions.ts'
import type { Processor } from './processor.ts'

/** Puts right what a crash or an absent queue left behind; each task on its own. */
export const cleanUp: Processor<'clean-up'> = async (parts, _payload, { log }) => {
  const tasks = {
    interruptedReplies: () => markInterruptedReplies(parts),
    lostTitles: () => enqueueLostTitles(parts),
    suggestionRequests: () => sweepSuggestionRequests(parts.orm.em.fork(), parts.jobs),
    uploads: () => cleanUpUploads(parts),
    expiredSessions: () => deleteExpiredSessions(parts.orm.em.fork()),
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
