import type { DocumentKind } from '#db/entities/document.ts'
import { AppError } from '../../app-error.ts'
import { saveVersion } from '../../documents/save-version.ts'
import { toStorableText } from '../../storable-text.ts'
import { storageFull } from '../../storage-full.ts'
import type { ArtifactTask } from '../artifacts/artifact-task.ts'
import { ARTIFACT_WRITERS } from '../artifacts/artifact-writers.ts'
import { asChatOwner } from './as-chat-owner.ts'
import type { ToolContext } from './tool-context.ts'

type Target = { id: string; title: string; kind: DocumentKind }

/**
 * Writes a document's content, shows it while it is written, and stores it as
 * one version at the end, whether or not a client still reads the reply. When
 * the reply is stopped, what was written so far is stored; a failure stores nothing.
 *
 * @throws {AppError} unavailable or too-large, with a text for the user
 */
export async function writeDocument(
  context: ToolContext,
  { id, title, kind }: Target,
  task: ArtifactTask,
): Promise<void> {
  const { abortSignal, models, chatId, emit, spend } = context
  try {
    const written = await ARTIFACT_WRITERS[kind](task, { models, abortSignal, emit, spend })
    const content = toStorableText(written)
    if (content === '') throw new Error('The model wrote nothing.')
    await asChatOwner(context, (userId) =>
      context.write((tx) => saveVersion(tx, { id, title, kind, content, userId, chatId })),
    )
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
