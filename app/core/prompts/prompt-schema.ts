import { z } from 'zod'
import { formText } from '../form-text.ts'
import { storableText } from '../storable-text.ts'

/** Prompts that one user may keep. */
export const MAX_PROMPTS = 200
export const MAX_PROMPT_LENGTH = 8_000
export const MAX_PROMPT_NAME_LENGTH = 40

const nameSchema = z
  .string({ error: 'Give the prompt a name.' })
  .trim()
  .toLowerCase()
  .regex(new RegExp(`^[a-z0-9-]{1,${MAX_PROMPT_NAME_LENGTH}}$`), {
    error: `Use 1 to ${MAX_PROMPT_NAME_LENGTH} letters from a to z, digits and hyphens.`,
  })

const textSchema = storableText()
  .trim()
  .min(1, { error: 'Write the text of the prompt.' })
  .max(MAX_PROMPT_LENGTH, {
    error: `Use at most ${MAX_PROMPT_LENGTH.toLocaleString('en')} characters.`,
  })

/** The fields of the forms at /settings/prompts. A name may be typed with its slash. */
export const promptForm = z.object({
  name: z.preprocess(
    (name) => (typeof name === 'string' ? name.trim().replace(/^\//, '') : name),
    nameSchema,
  ),
  text: formText(textSchema),
})

/** A prompt that is kept. */
export type Prompt = NewPrompt & { id: string }
export type NewPrompt = z.infer<typeof promptForm>
