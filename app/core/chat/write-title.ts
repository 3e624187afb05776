import { generateText } from 'ai'
import { kysely } from '#db/kysely.ts'
import { MAX_SDK_RETRIES } from '../ai/models.ts'
import { MAX_GENERATED_TITLE_LENGTH, TITLE_INSTRUCTIONS } from '../ai/prompts.ts'
import { createTokenMeter } from '../ai/token-meter.ts'
import type { Services } from '../services.server.ts'
import { toStorableText } from '../storable-text.ts'
import { firstCharacters, messageText } from './chat-title.ts'

/** Characters of the first message that the model is shown. */
const MAX_PROMPT_LENGTH = 4_000
const DEADLINE_MS = 30_000

/**
 * Writes a chat's title from its first message, unless the chat is gone or
 * its title is no longer the provisional one. Safe to run twice.
 *
 * @throws when the model fails or writes nothing; the job is then tried again
 */
export async function writeTitle(
  services: Pick<Services, 'orm' | 'models' | 'signals' | 'ledger'>,
  chatId: string,
  signal: AbortSignal,
): Promise<void> {
  const em = services.orm.em.fork()
  const row = await kysely(em)
    .selectFrom('Chat')
    .innerJoin('Message', 'Message.chatId', 'Chat.id')
    .where('Chat.id', '=', chatId)
    .where('Chat.titleSource', '=', 'provisional')
    .where('Message.role', '=', 'user')
    .where('Message.replacedBy', 'is', null)
    .orderBy('Message.position')
    .limit(1)
    .select(['Chat.userId', 'Message.parts'])
    .executeTakeFirst()
  if (!row) return
  const prompt =
    firstCharacters(messageText(row.parts), MAX_PROMPT_LENGTH) || 'An image without words.'
  const meter = createTokenMeter([TITLE_INSTRUCTIONS, prompt])
  const { text, usage } = await generateText({
    model: services.models.title,
    instructions: TITLE_INSTRUCTIONS,
    prompt,
    maxRetries: MAX_SDK_RETRIES,
    maxOutputTokens: 2_000,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  })
  meter.output(text.length)
  meter.endStep(usage)
  services.ledger.spend(meter.close(false), { userId: row.userId, chatId })
  const title = cleanTitle(text)
  if (!title) throw new Error('The model wrote no title.')
  await em.transactional(async (tx) => {
    const { numUpdatedRows } = await kysely(tx)
      .updateTable('Chat')
      .set({ title, titleSource: 'generated' })
      .where('id', '=', chatId)
      .where('titleSource', '=', 'provisional')
      .executeTakeFirst()
    if (numUpdatedRows > 0) await services.signals.publish(tx, `title:${chatId}`)
  })
}

/** One line without quotes, and not too long, whatever the model wrote around it. */
function cleanTitle(text: string): string {
  const line = toStorableText(text).trim().split('\n')[0] ?? ''
  const bare = line
    .replace(/^(title|titel)\s*:\s*/i, '')
    .replace(/^["'“”«»*#\s]+|["'“”«»*\s]+$/g, '')
    .replace(/\s+/g, ' ')
  return bare.length <= MAX_GENERATED_TITLE_LENGTH
    ? bare
    : `${firstCharacters(bare, MAX_GENERATED_TITLE_LENGTH - 1).trimEnd()}…`
}
