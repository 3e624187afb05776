import type { DocumentKind } from '#db/entities/document.ts'
import type { EmitData } from '../../chat/reply-chunk.ts'
import type { Models } from '../models.ts'
import { codeHandler } from './code.ts'
import { imageHandler } from './image.ts'
import { sheetHandler } from './sheet.ts'
import { textHandler } from './text.ts'

/** What is to be written: a document by its title, or a change to the present content. */
export type ArtifactTask =
  | { type: 'create'; title: string }
  | { type: 'update'; title: string; current: string; description: string }

export type ArtifactRun = {
  models: Pick<Models, 'artifact' | 'image'>
  /** Ends the writing; what has been written stands. */
  abortSignal: AbortSignal
  /** Shows the reader what is being written, as a data part. */
  emit: EmitData
}

/** Writes the content of one kind of document. */
export type ArtifactHandler = {
  /**
   * @returns the whole content; once aborted, what was written so far
   * @throws what the model's provider failed with
   */
  write(task: ArtifactTask, run: ArtifactRun): Promise<string>
}

export const ARTIFACT_HANDLERS: Record<DocumentKind, ArtifactHandler> = {
  text: textHandler,
  code: codeHandler,
  sheet: sheetHandler,
  image: imageHandler,
}
