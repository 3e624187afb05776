import type { AttachedPart } from '../chat/chat-types.ts'

/** A file in the list above a message that is being written. */
export type Attachment = {
  key: string
  name: string
  /** The address of an image in the list: an object URL, or that of the upload. */
  preview: string | null
  /** Null until it is uploaded or read. */
  file: AttachedPart | null
  /** How much of it is uploaded, from 0 to 100. */
  percent: number
  /** Why it is not uploaded, in words for the page; it can be tried again. */
  failure?: string | undefined
}

/** A file that cannot be sent, for a reason that trying again does not change; the message names it. */
export class RefusedFile extends Error {}
