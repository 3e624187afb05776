import type { DocumentKind } from '#db/entities/document.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../../app-error.ts'
import type { DocumentVersion } from '../../documents/document-schema.ts'
import { type RewriteOutcome, saveRewrite } from '../../documents/save-rewrite.ts'
import { saveVersion } from '../../documents/save-version.ts'
import { toStorableText } from '../../storable-text.ts'
import { storageFull } from '../../storage-full.ts'
import type { ArtifactTask } from '../artifacts/artifact-task.ts'
import { ARTIFACT_WRITERS } from '../artifacts/artifact-writers.ts'
import { asChatOwner } from './as-chat-owner.ts'
import type { ToolContext } from './tool-context.ts'

type Target = { id: string; title: string; kind: DocumentKind }

/**
 * Writes a new document's content, shows it while it is written, and stores it as
 * its first version at the end, whether or not a client still reads the reply. When
 * the reply is stopped, what was written so far is stored; a failure stores nothing.
 *
 * @throws {AppError} unavailable or too-large, with a text for the user
 */
export function writeDocument(
  context: ToolContext,
  { id, title, kind }: Target,
  task: ArtifactTask,
): Promise<unknown> {
  const { chatId } = context
  return writeAndStore(context, { id, kind }, task, (tx, userId, content) =>
    saveVersion(tx, { id, title, kind, content, userId, chatId, origin: 'ai' }),
  )
}

/**
 * Like {@link writeDocument}, of a version that is to be changed. What was saved while
 * the AI wrote is kept.
 */
export function rewriteDocument(
  context: ToolContext,
  base: DocumentVersion,
  task: ArtifactTask,
): Promise<RewriteOutcome> {
  const { chatId } = context
  return writeAndStore(context, base, task, (tx, userId, content) =>
    saveRewrite(tx, { userId, chatId, content, base }),
  )
}

async function writeAndStore<T>(
  context: ToolContext,
  { id, kind }: Pick<Target, 'id' | 'kind'>,
  task: ArtifactTask,
  store: (tx: EntityManager, userId: string, content: string) => Promise<T>,
): Promise<T> {
  const { abortSignal, models, emit, spend } = context
  try {
    const written = await ARTIFACT_WRITERS[kind](task, { models, abortSignal, emit, spend })
    const content = toStorableText(written)
    if (content === '') throw new Error('The model wrote nothing.')
    return await asChatOwner(context, (userId) => context.write((tx) => store(tx, userId, content)))
  } catch (cause) {
    const full = storageFull(cause)
    if (full) throw full
    if (!abortSignal.aborted) context.log.warn({ err: cause, documentId: id }, 'document failed')
    throw new AppError('unavailable', 'The document could not be written. Try again.', { cause })
  } finally {
    // Also after a failure, so that a client does not wait for more of the document.
    emit('finish', '')
  }
}
