import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Message } from './message.ts'
import { Upload } from './upload.ts'

/**
 * That a message shows an uploaded image. Written by a trigger of `message`, so
 * nothing that writes messages needs to know of it
 * (docs/decisions/0030-images-that-nothing-shows.md).
 */
export const MessageImage = defineEntity({
  name: 'MessageImage',
  tableName: 'message_image',
  properties: {
    messageId: () =>
      p.manyToOne(Message).mapToPk().fieldName('message_id').primary().deleteRule('cascade'),
    uploadId: () =>
      p.manyToOne(Upload).mapToPk().fieldName('upload_id').primary().deleteRule('cascade').index(),
  },
})

export type MessageImage = InferEntity<typeof MessageImage>
