import { kysely } from '#db/kysely.ts'
import { isAppError } from '../../app-error.ts'
import { isUserGone } from '../../users/user-gone.ts'
import type { ToolContext } from './tool-context.ts'

/**
 * Runs a query of a tool for the user of its turn. While the tool works, a
 * guest may sign in to an account, which takes over the chat and everything
 * else, and the guest is removed. So a query that finds nothing, or that the
 * guest may not do any more, is run again for the owner that the chat has by then.
 *
 * @param run a query of one user's records; null or undefined when it finds none
 * @throws what the query fails with
 */
export async function asChatOwner<T>(
  context: Pick<ToolContext, 'userId' | 'chatId' | 'em'>,
  run: (userId: string) => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | undefined
  try {
    const found = await run(context.userId)
    if (found !== null && found !== undefined) return found
  } catch (error) {
    if (!isUserGone(error) && !isNotOwner(error)) throw error
    failure = { error }
  }
  const owner = await findChatOwner(context)
  if (failure && (!owner || owner === context.userId)) throw failure.error
  return run(owner ?? context.userId)
}

function isNotOwner(error: unknown): boolean {
  return isAppError(error) && error.code === 'not-owner'
}

/** The owner at this moment; undefined when the chat has been deleted. */
async function findChatOwner({ em, chatId }: Pick<ToolContext, 'chatId' | 'em'>) {
  const chat = await kysely(em())
    .selectFrom('Chat')
    .select('userId')
    .where('id', '=', chatId)
    .executeTakeFirst()
  return chat?.userId
}
