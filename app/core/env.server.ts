import { z } from 'zod'
import { credentials, text, url, variable, wholeNumber, withDefault } from './env-variable.ts'

/**
 * The environment, parsed once at the start of a process. No other module reads
 * `process.env`. The README, "Variables", lists them.
 */

const MIB = 1024 * 1024

const variables = z.object({
  NODE_ENV: variable(z.enum(['production', 'development', 'test']).default('production')),
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: withDefault('0.0.0.0'),
  BASE_URL: url(['http:', 'https:'], 'an origin such as https://chat.example.com'),
  /** Where mail is sent by, e.g. links that reset a password. */
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address such as smtps://user:password@host:465'),
  /** Whom mail is from. */
  MAIL_FROM: variable(
    z
      .string()
      .trim()
      .regex(/^[^\r\n]{3,200}$/, { error: 'must be an address such as Parley <chat@example.com>' })
      .optional(),
  ),
  DATA_DIR: withDefault('.data'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'a Postgres address such as postgres://user:password@host:5432/name',
  ),
  DATABASE_POOL: wholeNumber(10, 1, 200),
  REDIS_URL: url(['redis:', 'rediss:'], 'a Redis address such as redis://host:6379'),
  /** Prefix of the keys in Redis, so that several services can share one. */
  QUEUE_PREFIX: variable(
    z
      .string()
      .regex(/^[\w-]{1,40}$/, { error: 'must be 1 to 40 letters, digits, "-" or "_"' })
      .default('parley'),
  ),
  GCS_BUCKET: variable(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, { error: 'must be the name of a bucket' })
      .optional(),
  ),
  GOOGLE_CREDENTIALS: credentials,
  STORAGE_EMULATOR_HOST: url(['http:', 'https:'], 'an address such as http://127.0.0.1:4443'),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: url(['http:', 'https:'], 'an address such as http://localhost:11434/v1'),
  OPENAI_API: variable(
    z.enum(['responses', 'chat'], { error: 'must be "responses" or "chat"' }).optional(),
  ),
  CHAT_MODEL_SMALL: withDefault('gpt-5-mini'),
  CHAT_MODEL_LARGE: withDefault('gpt-5.1'),
  CHAT_MODEL_REASONING: withDefault('gpt-5.1'),
  TITLE_MODEL: withDefault('gpt-5-nano'),
  ARTIFACT_MODEL: withDefault('gpt-5.1'),
  IMAGE_MODEL: withDefault('gpt-image-1'),
  /** Whether image URLs of other hosts are passed to the provider; see `passesForeignImageUrls`. */
  FOREIGN_IMAGE_URLS: variable(
    z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).optional(),
  ),
  WEATHER_BASE_URL: variable(
    z
      .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
      .default('https://api.open-meteo.com'),
  ),
  RATE_LIMITS: variable(z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).default('on')),
  GUESTS: variable(z.enum(['on', 'off'], { error: 'must be "on" or "off"' }).default('on')),
  REGISTRATION: variable(
    z.enum(['open', 'closed'], { error: 'must be "open" or "closed"' }).default('open'),
  ),
  /** Bytes of documents, messages and images that a user may store, and a document. */
  STORAGE_PER_USER: wholeNumber(1024 * MIB, 1_000, Number.MAX_SAFE_INTEGER),
  STORAGE_PER_DOCUMENT: wholeNumber(256 * MIB, 1_000, Number.MAX_SAFE_INTEGER),
  /** Bytes of request bodies that a web process holds in memory at once. */
  BODY_MEMORY: wholeNumber(128 * MIB, 64 * MIB, 64 * 1024 * MIB),
  /** Connections to a web process, in all and from one network. */
  MAX_CONNECTIONS: wholeNumber(10_000, 10, 1_000_000),
  CONNECTIONS_PER_NETWORK: wholeNumber(1_000, 1, 1_000_000),
  /** Replies that this process writes at once. */
  MAX_RUNNING_REPLIES: wholeNumber(1_000, 1, 100_000),
  /** Tokens that a user of an account may spend in a day; not set: see `tokensPerDay`. */
  TOKENS_PER_DAY: variable(
    z
      .string()
      .regex(/^(?:off|[1-9]\d{0,11})$/, { error: 'must be a whole number from 1 up, or "off"' })
      .transform((value) => (value === 'off' ? value : Number(value)))
      .optional(),
  ),
  TRUST_PROXY: wholeNumber(0, 0, 10),
  LOG_LEVEL: variable(
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'must be trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
  ),
  METRICS_TOKEN: text,
  ADMIN_EMAILS: variable(
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((email) => email.trim().toLowerCase())
          .filter(Boolean),
      ),
  ),
  /** Jobs of each queue that one worker runs at once. */
  INTERACTIVE_JOBS: wholeNumber(8, 1, 100),
  MODEL_JOBS: wholeNumber(16, 1, 500),
  /** Seconds that an upload waits for the worker before it fails. */
  UPLOAD_WAIT_SECONDS: wholeNumber(30, 1, 120),
  /**
   * Seconds after SIGTERM for which a web process that is not ready any more
   * still takes requests, until routers have moved on. Part of `DRAIN_SECONDS`.
   */
  DRAIN_DELAY_SECONDS: wholeNumber(5, 0, 60),
  /** Seconds that running replies and jobs have to finish after SIGTERM. */
  DRAIN_SECONDS: wholeNumber(20, 0, 600),
})

const schema = variables.superRefine(({ SMTP_URL, BASE_URL }, context) => {
  // The link in a mail must not be made of what a request says: anybody may send one.
  if (!SMTP_URL || BASE_URL) return
  const message = 'must be set where SMTP_URL is, for the links in mails'
  context.addIssue({ code: 'custom', path: ['BASE_URL'], message })
})

/** The parsed environment. */
export type Env = z.infer<typeof schema>

/** The environment of a process that needs a database: web and worker. */
export type ServiceEnv = Env & { DATABASE_URL: string }

class EnvError extends Error {
  override name = 'EnvError'
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const SECRET = /KEY|_TOKEN$|CREDENTIALS|DATABASE_URL|REDIS_URL|SMTP_URL/

/**
 * Parses the environment.
 *
 * @throws {EnvError} with one line for each fault: the variable, its wrong
 *   value (hidden where it is a secret), what it may hold
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const result = schema.safeParse(source)
  if (result.success) return result.data
  throw new EnvError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0])
      if (source[name] === undefined) return `${name}: not set; it ${issue.message}.`
      const held = SECRET.test(name) ? 'its value (hidden)' : JSON.stringify(source[name])
      return `${name}: ${held} is not valid; it ${issue.message}.`
    }),
  )
}

/**
 * Reads the environment at the start of a process; prints its faults, if any,
 * and exits with status 78 (EX_CONFIG of sysexits.h).
 */
export function readEnvOrExit(): Env {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    for (const fault of error.faults) process.stderr.write(`${fault}\n`)
    process.exit(78)
  }
}

/** Like {@link readEnvOrExit}, for a process that cannot work without a database. */
export function readServiceEnvOrExit(): ServiceEnv {
  const env = readEnvOrExit()
  if (env.DATABASE_URL) return { ...env, DATABASE_URL: env.DATABASE_URL }
  process.stderr.write(
    'DATABASE_URL: not set; it must be a Postgres address. (`npm start` brings its own Postgres; this process does not.)\n',
  )
  process.exit(78)
}
