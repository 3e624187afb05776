import { z } from 'zod'

const chatId = z.uuid({ error: 'must be the UUID of a chat' }).toLowerCase()

/** Query of GET /api/vote. */
export const votesQuery = z.object({ chatId })

/** Body of PATCH /api/vote. */
export const castVoteBody = z.object({
  chatId,
  messageId: z.uuid({ error: 'must be the UUID of a message' }).toLowerCase(),
  type: z.enum(['up', 'down'], { error: 'must be "up" or "down"' }),
})

/** A vote (docs/interface.md, "Votes"). */
export const voteResponse = z.object({
  chatId: z.uuid(),
  messageId: z.uuid(),
  isUpvoted: z.boolean(),
})

export type Vote = z.infer<typeof voteResponse>
