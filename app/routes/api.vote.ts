import { castVote } from '#core/votes/cast-vote.ts'
import { listVotes } from '#core/votes/list-votes.ts'
import { castVoteBody, votesQuery } from '#core/votes/vote-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: votesQuery,
    async handle({ em, session, query }) {
      return jsonResponse(await listVotes(em, { ...query, userId: session.user.id }))
    },
  }),
  PATCH: endpoint({
    limit: 'writes',
    body: castVoteBody,
    async handle({ em, session, body: { chatId, messageId, type } }) {
      const isUpvoted = type === 'up'
      await castVote(em, { chatId, messageId, isUpvoted, userId: session.user.id })
      return new Response('Message voted')
    },
  }),
})

export { action, loader }
