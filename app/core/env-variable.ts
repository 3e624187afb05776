import { z } from 'zod'

/** How the kinds of environment variables are parsed; env.server.ts says which there are. */

/** Parses one variable; one that is set to an empty text counts as not set. */
export function variable<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema)
}

/** A text without blanks at its ends. */
export const text = variable(z.string().trim().optional())
/** The same, with a value where it is not set. */
export const withDefault = (value: string) => variable(z.string().trim().default(value))
/** An address. @param what says what it must be, for the message */
export const url = (protocols: string[], what: string) =>
  variable(
    z
      .string()
      .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
        error: `must be ${what}`,
      })
      .optional(),
  )
/** A whole number from `min` to `max`. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  variable(
    z
      .string()
      .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
      .transform(Number)
      .refine((n) => n >= min && n <= max, {
        error: `must be a whole number from ${min} to ${max}`,
      })
      .default(fallback),
  )

/** The key of a service account as Google gives it out; what else it holds is not used. */
const serviceAccountKey = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN'),
})

export type ServiceAccountKey = z.infer<typeof serviceAccountKey>

/** The JSON of a service account key. */
export const credentials = variable(
  z
    .string()
    .transform((value, context) => {
      const key = serviceAccountKey.safeParse(parseJson(value))
      if (key.success) return key.data
      context.addIssue('must be the JSON of a Google service account key')
      return z.NEVER
    })
    .optional(),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
