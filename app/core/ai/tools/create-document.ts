import { randomUUID } from 'node:crypto'
import { tool, zodSchema } from 'ai'
import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { MAX_DOCUMENT_TITLE_LENGTH } from '../../documents/document-schema.ts'
import { toStorableText } from '../../storable-text.ts'
import type { ToolContext } from './tool-context.ts'
import { writeDocument } from './write-document.ts'

/** Built once, because its JSON schema goes with every call of the model. */
const input = zodSchema(
  z.object({
    title: z.string().min(1).describe('What the document is about; its content follows from this.'),
    kind: z.enum(DOCUMENT_KINDS),
  }),
)

/** The tool `createDocument` (docs/interface.md, "Tools"). */
export function createDocumentTool(context: ToolContext) {
  return tool({
    description:
      'Create a document beside the conversation, for writing or content creation. Another model writes its content from the title and the kind: "text" for prose, "code" for a program, "sheet" for a table, "image" for a picture.',
    inputSchema: input,
    async execute({ title: requestedTitle, kind }) {
      const id = randomUUID()
      const title = toStorableText(requestedTitle).slice(0, MAX_DOCUMENT_TITLE_LENGTH)
      // Existing clients of the interface expect them in this order.
      context.emit('kind', kind)
      context.emit('id', id)
      context.emit('title', title)
      context.emit('clear', '')
      await writeDocument(context, { id, title, kind }, { type: 'create', title: requestedTitle })
      return { id, title, kind, content: 'A document was created and is now visible to the user.' }
    },
  })
}
