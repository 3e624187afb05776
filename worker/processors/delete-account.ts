import { removeDeletedBlobs } from '#core/uploads/remove-deleted-blobs.ts'
import { removeClosedAccount } from '#core/users/remove-closed-accounts.ts'
import type { Processor } from './processor.ts'

/** Milliseconds of one attempt; the next goes on where it has ended. */
const RUN_MS = 60_000

/** Removes what is left of an account that its user has deleted, and its files. */
export const deleteAccount: Processor<'delete-account'> = async (services, { userId }) => {
  const em = services.orm.em.fork()
  const isGone = await removeClosedAccount(em, userId, performance.now() + RUN_MS)
  await removeDeletedBlobs(services, em)
  if (!isGone) throw new Error('The account is not removed yet; the next attempt goes on.')
}
