import { z } from 'zod'
import { formText } from '../form-text.ts'
import { storableText } from '../storable-text.ts'

export const MAX_INSTRUCTIONS_LENGTH = 4_000

/** Instructions of an account or a chat; empty for none. */
export const instructionsSchema = storableText()
  .trim()
  .max(MAX_INSTRUCTIONS_LENGTH, {
    error: `must be at most ${MAX_INSTRUCTIONS_LENGTH.toLocaleString('en')} characters`,
  })

export const instructionsForm = z.object({ instructions: formText(instructionsSchema) })
