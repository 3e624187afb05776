import { exportAccount } from '#core/account-export/export-account.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readChatInTurn } from '#http/limits/chat-turns.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'
import { byteStream } from '#http/responses/byte-stream.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

/** GET /settings/export.zip: everything that the user has, in one file. */
const { loader, action } = apiRoute({
  GET: endpoint({
    // It reads everything that the user has.
    limit: 'writes',
    async handle({ em, session, context }) {
      requireBrowserSession(session)
      // One for all chats: each is a listener of the connection.
      const left = context.leaveSignal()
      const caller = { ip: context.ip, leaveSignal: () => left }
      const bytes = await exportAccount({
        em,
        blobs: context.services.blobs,
        userId: session.user.id,
        origin: context.origin,
        readChat: (read) => readChatInTurn(caller, read),
      })
      const headers = attachmentHeaders('parley.zip', 'application/zip')
      return new Response(
        byteStream(bytes, (part) => part, context),
        { headers },
      )
    },
  }),
})

export { action, loader }
