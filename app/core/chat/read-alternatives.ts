import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/** The ids of what stood at a message's place, itself included, oldest first, by the message's id. */
export type Alternatives = Map<string, string[]>

type ShownMessage = { id: string; createdAt: string }

/** The first messages of branches that leave the conversation itself, not another branch. */
const selectBranchHeads = prepared((db, p: { chatId: string }) =>
  db
    .selectFrom('Message as branch')
    .leftJoin('Message as parent', 'parent.id', 'branch.parentId')
    .where('branch.chatId', '=', p.chatId)
    .where('branch.branchId', 'is not', null)
    .where('branch.parentId', 'is not', null)
    .where('parent.branchId', 'is', null)
    .$narrowType<{ parentId: string }>()
    .select(['branch.id', 'branch.parentId', 'branch.createdAt'])
    .orderBy('branch.createdAt')
    .orderBy('branch.id'),
)

/**
 * Reads what else stood at the places of a conversation, and can be shown again
 * (docs/decisions/0039-branches.md).
 *
 * @param shown the messages of the conversation, in their order
 */
export async function readAlternatives(
  em: EntityManager,
  chatId: string,
  shown: ShownMessage[],
): Promise<Alternatives> {
  const heads = Map.groupBy(await selectBranchHeads(em, { chatId }), ({ parentId }) => parentId)
  const alternatives: Alternatives = new Map()
  for (const [index, message] of shown.entries()) {
    // The first message follows none: the branches beside it name the chat.
    const others = heads.get(shown[index - 1]?.id ?? chatId)
    if (!others) continue
    const all = [...others, message].sort((a, b) => (isBefore(a, b) ? -1 : 1))
    alternatives.set(
      message.id,
      all.map(({ id }) => id),
    )
  }
  return alternatives
}

function isBefore(a: ShownMessage, b: ShownMessage): boolean {
  return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt
}
