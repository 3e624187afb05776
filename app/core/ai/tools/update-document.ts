import { tool, zodSchema } from 'ai'
import { z } from 'zod'
import { findVersion } from '../../documents/find-version.ts'
import type { RewriteOutcome } from '../../documents/save-rewrite.ts'
import { asChatOwner } from './as-chat-owner.ts'
import type { ToolContext } from './tool-context.ts'
import { rewriteDocument } from './write-document.ts'

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
      const { kind, content } = document
      context.emit('clear', document.title)
      const outcome = await rewriteDocument(context, document, {
        type: 'update',
        title: document.title,
        current: content ?? '',
        description,
      })
      return { id: document.id, title: outcome.title, kind, content: toMessage(outcome) }
    },
  })
}

/** What the model is told of what was stored. */
function toMessage({ status, suggestions }: RewriteOutcome): string {
  if (status === 'saved') return 'The document has been updated successfully.'
  if (status === 'kept') {
    return 'The user has edited the document while it was being rewritten, and both could not be merged. The text of the user is the newest version; the rewritten one is the version before it.'
  }
  const merged =
    'The document has been updated. The user has edited it while it was being rewritten, and the newest version has the edits of both.'
  if (suggestions === 0) return merged
  return `${merged} Where both have changed the same, the text of the user stays, and yours can be accepted as a suggestion (${suggestions} in all).`
}

/** Finds the newest version of a document of the chat's owner; null for any other id that the model gives. */
export async function findOwnDocument(context: ToolContext, id: string) {
  const uuid = z.uuid().toLowerCase().safeParse(id)
  if (!uuid.success) return null
  return asChatOwner(context, (userId) => findVersion(context.em(), { id: uuid.data, userId }))
}
