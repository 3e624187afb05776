import { z } from 'zod'

/** Characters as people count them: code points, not UTF-16 units. */
const length = (text: string) => [...text].length

const PASSWORD_MIN = 8
const PASSWORD_MAX = 256
const EMAIL_MAX = 254
const TOKEN_NAME_MAX = 80
const TOKEN_DAYS_MAX = 3_650

/** An address as `<input type="email">` takes it, in the form in which accounts keep it. */
export const emailSchema = z
  .string({ error: 'Enter an email address.' })
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, { error: `Use an email address of at most ${EMAIL_MAX} characters.` })
  .regex(z.regexes.html5Email, { error: 'Enter an email address such as name@example.com.' })
  .meta({ format: 'email', examples: ['ada@example.com'] })

const newPasswordSchema = z
  .string({ error: 'Enter a password.' })
  .refine((text) => length(text) >= PASSWORD_MIN, {
    error: `Use at least ${PASSWORD_MIN} characters.`,
  })
  .refine((text) => length(text) <= PASSWORD_MAX, {
    error: `Use at most ${PASSWORD_MAX} characters.`,
  })
  .meta({ format: 'password', minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

/** Body of POST /api/users; fields of the form at /register. */
export const registrationSchema = z.object({ email: emailSchema, password: newPasswordSchema })

/**
 * Body of POST /api/session; fields of the form at /login. A text that
 * is no email address is not invalid here: it gets the answer of an unknown address.
 */
export const credentialsSchema = z.object({
  email: z
    .string({ error: 'Enter your email address.' })
    .trim()
    .min(1, { error: 'Enter your email address.' })
    .max(1_000, { error: 'Enter your email address.' }),
  password: z
    .string({ error: 'Enter your password.' })
    .min(1, { error: 'Enter your password.' })
    .max(4 * PASSWORD_MAX, { error: `A password has at most ${PASSWORD_MAX} characters.` }),
})

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable().describe('Null for a guest.'),
  kind: z.enum(['guest', 'registered']),
})

/** Answer of POST /api/users and of POST and GET /api/session. */
export const sessionSchema = z.object({
  user: userSchema,
  expiresAt: z.iso.datetime().nullable().describe('Null for an API token that never expires.'),
})

/** Body of POST /api/tokens; fields of the form at /settings. */
export const newApiTokenSchema = z.object({
  name: z
    .string({ error: 'Give the token a name.' })
    .trim()
    .min(1, { error: 'Give the token a name.' })
    .max(TOKEN_NAME_MAX, { error: `Use at most ${TOKEN_NAME_MAX} characters.` })
    // No pattern: one with `u` would end in the description, which has no place for flags.
    .refine((name) => !/\p{Cc}/u.test(name), { error: 'Use a name without control characters.' })
    .describe('Without control characters.'),
  expiresInDays: z
    .int({ error: 'Choose a number of days.' })
    .min(1, { error: 'Choose at least one day.' })
    .max(TOKEN_DAYS_MAX, { error: `Choose at most ${TOKEN_DAYS_MAX} days.` })
    .nullish()
    // No default: generated clients make a field with one required.
    .transform((days) => days ?? null)
    .describe('Null or left out: the token never expires.'),
})

export const apiTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the hour; null when never used.'),
  expiresAt: z.iso.datetime().nullable(),
})

/** Answer of POST /api/tokens: the only time that the token itself is shown. */
export const createdApiTokenSchema = apiTokenSchema.extend({ token: z.string() })

export type NewApiToken = z.infer<typeof newApiTokenSchema>
export type ApiToken = z.infer<typeof apiTokenSchema>
