import { randomUUID } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { AppError } from '#core/app-error.ts'
import { Prompt as PromptEntity } from '#db/entities/prompt.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { MAX_PROMPTS, type NewPrompt, type Prompt } from './prompt-schema.ts'

type Owner = { userId: string }

/** Lists the prompts of a user by their names. */
export async function listPrompts(em: EntityManager, { userId }: Owner): Promise<Prompt[]> {
  return kysely(em)
    .selectFrom('Prompt')
    .select(['id', 'name', 'text'])
    .where('userId', '=', userId)
    .orderBy('name')
    .execute()
}

/**
 * Keeps a new prompt.
 *
 * @throws {AppError} conflict when the user has one of this name, or {@link MAX_PROMPTS}
 */
export async function createPrompt(
  em: EntityManager,
  { userId, name, text }: Owner & NewPrompt,
): Promise<void> {
  const created = await refusingTakenName(() =>
    em.transactional(async (tx) => {
      await lockUser(tx, userId)
      const { count } = await kysely(tx)
        .selectFrom('Prompt')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MAX_PROMPTS) return false
      await tx.insert(PromptEntity, { id: randomUUID(), userId, name, text })
      return true
    }),
  )
  if (!created) {
    throw new AppError(
      'conflict',
      `You have ${MAX_PROMPTS} prompts, which is the most. Delete one that you no longer use.`,
    )
  }
}

/**
 * Changes a prompt of the user.
 *
 * @throws {AppError} not-found; conflict when another has this name
 */
export async function updatePrompt(
  em: EntityManager,
  { userId, id, name, text }: Owner & NewPrompt & { id: string },
): Promise<void> {
  const changed = await refusingTakenName(() =>
    em.nativeUpdate(PromptEntity, { id, userId }, { name, text }),
  )
  if (changed === 0) throw promptGone()
}

/**
 * Deletes a prompt of the user.
 *
 * @throws {AppError} not-found
 */
export async function deletePrompt(
  em: EntityManager,
  { userId, id }: Owner & { id: string },
): Promise<void> {
  if ((await em.nativeDelete(PromptEntity, { id, userId })) === 0) throw promptGone()
}

/** Two requests at once wait for each other, so that they cannot both make the last prompt allowed. */
async function lockUser(tx: EntityManager, userId: string) {
  await kysely(tx)
    .selectFrom('User')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

async function refusingTakenName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause
    const message = 'You have a prompt of this name. Choose another name.'
    throw new AppError('conflict', message, { cause, errors: [{ path: 'name', message }] })
  }
}

function promptGone() {
  return new AppError('not-found', 'There is no such prompt. It may be deleted already.')
}
