import { writeTitle } from '#core/chat/write-title.ts'
import type { Processor } from './processor.ts'

export const generateTitle: Processor<'generate-title'> = async (parts, { chatId }, { signal }) => {
  await writeTitle(parts, chatId, signal)
}
