import { AppError } from '#core/app-error.ts'
import { importChats } from '#core/import/import-chats.ts'
import { importedChat } from '#core/import/import-schema.ts'
import { UnreadableExport } from '#core/import/parse-export.ts'
import { readExportFile } from '#core/import/read-export-file.ts'
import { MAX_FILE_BYTES } from '#core/library/file-kinds.ts'
import { parseInTurn } from '../limits/body-turns.ts'
import { enforceUserLimit } from '../limits/enforce-limit.ts'
import { createJsonBounds } from '../requests/json-bounds.ts'
import { readFiles } from '../requests/read-files.ts'
import type { PageActionArgs } from './page-action.ts'
import { requirePageSession } from './page-session.ts'

/** Chats of one form at most: each is a transaction, while the visitor waits. */
const MAX_CHATS = 200
/** Says what can be done with a larger file. */
export const IMPORT_FORM_TOO_LARGE =
  'The file is larger than 5 MB. With JavaScript, larger ones can be imported.'

const UNREADABLE_CHAT = 'It could not be read.'

/** Imports the chats of a file that was sent by the form of /import, which needs no JavaScript. */
export async function importForm({ request, context, em }: PageActionArgs) {
  const { user } = await requirePageSession(context, request)
  await enforceUserLimit(context, 'writes', user.id)
  const [file] = await readFiles(request)
  // Others wait while JSON is parsed.
  const { chats } = await parseInTurn(context, () => readExport(new Uint8Array(file?.bytes ?? [])))
  if (chats.length > MAX_CHATS) {
    throw new AppError(
      'too-large',
      `There are ${chats.length} chats in this file. Without JavaScript, at most ${MAX_CHATS} are imported at once.`,
    )
  }
  const done = { imported: 0, known: 0, refused: [] as { title: string; detail: string }[] }
  // One after the other, so that others are answered in between.
  for (const chat of chats) {
    const { data: valid } = importedChat.safeParse(chat)
    const [result] = valid ? await importChats(em, { userId: user.id, chats: [valid] }) : []
    if (result && result.status !== 'refused') done[result.status] += 1
    else done.refused.push({ title: chat.title, detail: result?.detail ?? UNREADABLE_CHAT })
  }
  return done
}

async function readExport(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await readExportFile(new Blob([bytes]), {
      maxBytes: MAX_FILE_BYTES,
      check: createJsonBounds(),
    })
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    throw new AppError('invalid', error.message, { cause: error })
  }
}
