import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Chat } from './chat.ts'
import { Message } from './message.ts'

export const Vote = defineEntity({
  name: 'Vote',
  tableName: 'vote',
  indexes: [{ properties: ['messageId'] }],
  properties: {
    chatId: () => p.manyToOne(Chat).mapToPk().primary().fieldName('chat_id').deleteRule('cascade'),
    messageId: () =>
      p.manyToOne(Message).mapToPk().primary().fieldName('message_id').deleteRule('cascade'),
    isUpvoted: p.boolean(),
  },
})

export type Vote = InferEntity<typeof Vote>
