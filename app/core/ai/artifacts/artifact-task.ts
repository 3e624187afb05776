import type { EmitData } from '../../replies/reply-chunk.ts'
import type { Models } from '../models.ts'

/** What is to be written: a document by its title, or a change to the present content. */
export type ArtifactTask =
  | { type: 'create'; title: string }
  | { type: 'update'; title: string; current: string; description: string }

/** What the writing of a document is given of the reply that asks for it. */
export type ArtifactContext = {
  models: Pick<Models, 'artifact' | 'image'>
  /** Ends the writing; what has been written stands. */
  abortSignal: AbortSignal
  /** Counts tokens that a model has cost, input and output together. */
  spend(tokens: number): void
  /** Shows what is being written, as a data part of the reply. */
  emit: EmitData
}
