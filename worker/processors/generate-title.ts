import { writeTitle } from '#core/chat/write-title.ts'
import type { Processor } from './processor.ts'

export const generateTitle: Processor<'generate-title'> = async (
  services,
  { chatId },
  { signal },
) => {
  await writeTitle(services, chatId, signal)
}
