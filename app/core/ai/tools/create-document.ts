import { randomUUID } from 'node:crypto'
import { tool, zodSchema } from 'ai'
import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { MAX_DOCUMENT_TITLE_LENGTH } from '../../documents/document-schema.ts'
import { toStorableText } from '../../storable-text.ts'
import type { ToolContext } from './chat-tools.ts'
import { writeDocument } from './write-document.ts'

/** Made once: its JSON schema goes with every call of the model. */
const input = zodSchema(
  z.object({
    title: z.string().min(1).describe('What the document is about; its content follows from this.'),
    kind: z.enum(DOCUMENT_KINDS),
  }),
)

/** The tool `createDocument` (contract §4, POST /api/chat). */
export function createDocumentTool(context: ToolContext) {
  return tool({
    description:
      'Create a document beside the conversation, for writing or content creation. Another model writes its content from the title and the kind: "text" for prose, "code" for a program, "sheet" for a table, "image" for a picture.',
    inputSchema: input,
    async execute({ title: wish, kind }) {
      const id = randomUUID()
      const title = toStorableText(wish).slice(0, MAX_DOCUMENT_TITLE_LENGTH)
      // In the order in which existing clients of the interface expect them.
      context.emit('kind', kind)
      context.emit('id', id)
      context.emit('title', title)
      context.emit('clear', '')
      await writeDocument(context, { id, title, kind }, { type: 'create', title: wish })
      return { id, title, kind, content: 'A document was created and is now visible to the user.' }
    },
  })
}
