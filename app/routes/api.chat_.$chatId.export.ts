import { chatPath, exportChatQuery } from '#core/chat/chat-schema.ts'
import { exportChatAsJson } from '#core/chat/export-chat-as-json.ts'
import { exportChatAsMarkdown } from '#core/chat/export-chat-as-markdown.ts'
import { fileName } from '#core/file-name.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readChatInTurn } from '#http/limits/chat-turns.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'
import { textStream } from '#http/responses/text-stream.ts'

/** GET /api/chat/:chatId/export?format=json|markdown: a chat as a file. */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: chatPath,
    query: exportChatQuery,
    async handle({ params, query, context, em, session }) {
      const input = { chatId: params.chatId, userId: session.user.id }
      if (query.format === 'markdown') {
        const { title, pieces } = await readChatInTurn(context, () =>
          exportChatAsMarkdown(em, { ...input, origin: context.origin }),
        )
        const headers = attachmentHeaders(
          fileName(title, 'chat', 'md'),
          'text/markdown; charset=utf-8',
        )
        return new Response(textStream(pieces, context), { headers })
      }
      const { title, pieces } = await readChatInTurn(context, () => exportChatAsJson(em, input))
      const headers = attachmentHeaders(fileName(title, 'chat', 'json'), 'application/json')
      return new Response(textStream(pieces, context), { headers })
    },
  }),
})

export { action, loader }
