import { AppError } from '#core/app-error.ts'
import { importChats } from '#core/import/import-chats.ts'
import { importedChat } from '#core/import/import-schema.ts'
import { UnreadableExport } from '#core/import/parse-export.ts'
import { readExportFile } from '#core/import/read-export-file.ts'
import { enforceUserLimit } from '../limits/enforce-limit.ts'
import { readFiles } from '../requests/read-files.ts'
import type { PageActionArgs } from './page-action.ts'
import { requirePageSession } from './page-session.ts'

/** Chats of one form at most: each is a transaction, while the visitor waits. */
const MAX_CHATS = 200
/** Bytes of unpacked JSON: it is parsed here, where others wait meanwhile. */
const MAX_JSON_BYTES = 16 * 1024 * 1024

/** Imports the chats of a file that was sent by the form of /import, which needs no JavaScript. */
export async function importForm({ request, context, em }: PageActionArgs) {
  const { user } = await requirePageSession(context, request)
  await enforceUserLimit(context, 'writes', user.id)
  const [file] = await readFiles(request)
  const { chats } = await readExport(new Uint8Array(file?.bytes ?? []))
  if (chats.length > MAX_CHATS) {
    throw new AppError(
      'too-large',
      `There are ${chats.length} chats in this file. Without JavaScript, at most ${MAX_CHATS} are imported at once.`,
    )
  }
  const valid = chats.map((chat) => importedChat.safeParse(chat).data)
  const results = await importChats(em, {
    userId: user.id,
    chats: valid.filter((chat) => chat !== undefined),
  })
  const count = (status: string) => results.filter((result) => result.status === status).length
  const titles = new Map(chats.map(({ id, title }) => [id, title]))
  return {
    imported: count('imported'),
    known: count('known'),
    refused: results.flatMap(({ id, status, detail = '' }) =>
      status === 'refused' ? { title: titles.get(id) ?? '', detail } : [],
    ),
  }
}

async function readExport(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await readExportFile(new Blob([bytes]), MAX_JSON_BYTES)
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    throw new AppError('invalid', error.message, { cause: error })
  }
}
