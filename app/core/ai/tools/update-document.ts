import { tool, zodSchema } from 'ai'
import { z } from 'zod'
import { findVersion } from '../../documents/find-version.ts'
import { asChatOwner } from './as-chat-owner.ts'
import type { ToolContext } from './tool-context.ts'
import { writeDocument } from './write-document.ts'

/** Built once, because its JSON schema goes with every call of the model. */
const input = zodSchema(
  z.object({
    id: z.string().describe('The id of the document.'),
    description: z.string().min(1).describe('What to change.'),
  }),
)

/** The tool `updateDocument` (docs/interface.md, "Tools"). */
export function updateDocumentTool(context: ToolContext) {
  return tool({
    description:
      'Update a document with a description of the changes. Another model sees its present content and writes a new version.',
    inputSchema: input,
    async execute({ id, description }) {
      const document = await findOwnDocument(context, id)
      if (!document) return { error: 'Document not found' }
      const { title, kind, content } = document
      context.emit('clear', title)
      await writeDocument(context, document, {
        type: 'update',
        title,
        current: content ?? '',
        description,
      })
      return {
        id: document.id,
        title,
        kind,
        content: 'The document has been updated successfully.',
      }
    },
  })
}

/** Finds the newest version of a document of the chat's owner; null for any other id that the model gives. */
export async function findOwnDocument(context: ToolContext, id: string) {
  const uuid = z.uuid().toLowerCase().safeParse(id)
  if (!uuid.success) return null
  return asChatOwner(context, (userId) => findVersion(context.em(), { id: uuid.data, userId }))
}
