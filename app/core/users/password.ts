import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'

type Cost = {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/**
 * The least that OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/** `$argon2id$v=19$m=<KiB>,t=<passes>,p=<lanes>$<salt>$<hash>`, base64 without padding. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * A hash that fits no password. It is compared where no account has the email,
 * so that the answer takes as long as where one has.
 */
const HASH_OF_NO_PASSWORD = formatPhc(
  COST,
  Buffer.alloc(SALT_BYTES, 1),
  Buffer.alloc(HASH_BYTES, 1),
)

/**
 * Each hash keeps a processor busy, of which one is left to everybody else, and
 * holds 19 MiB and a thread of libuv's pool of four, which file and DNS work
 * needs too. Networks take turns, so that one that tries many passwords holds
 * up the sign-ins of another by one hash only.
 */
const withinLimit = createConcurrencyLimit({
  running: Math.min(Math.max(availableParallelism() - 1, 1), 2),
  waiting: 100,
  refusal: 'Too many people are signing in right now. Try again in a few seconds.',
})

/**
 * Hashes a password with argon2id.
 *
 * @param caller the network that asks: networks take turns
 * @returns a PHC string, which carries its own salt and cost
 * @throws {AppError} unavailable when too many wait for a hash
 */
export async function hashPassword(password: string, caller = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return formatPhc(
    COST,
    salt,
    await derive(password, salt, { cost: COST, tagLength: HASH_BYTES, caller }),
  )
}

/**
 * Tells whether a password fits a hash. Takes the same time whatever the answer.
 *
 * @param phc what {@link hashPassword} gave; null where there is no such
 *   account, for which the answer is false after the work of a real comparison
 * @param caller the network that asks: networks take turns
 * @throws {AppError} unavailable when too many wait for a hash
 */
export async function verifyPassword(
  phc: string | null,
  password: string,
  caller = '',
): Promise<boolean> {
  const { cost, salt, hash } = parsePhc(phc ?? HASH_OF_NO_PASSWORD)
  const derived = await derive(password, salt, { cost, tagLength: hash.byteLength, caller })
  return timingSafeEqual(derived, hash) && phc !== null
}

type Derivation = { cost: Cost; tagLength: number; caller: string }

function derive(
  password: string,
  nonce: Buffer,
  { cost, tagLength, caller }: Derivation,
): Promise<Buffer> {
  // The same password, typed on another keyboard, may come in another Unicode
  // form (NIST SP 800-63B §3.1.1.2).
  const message = password.normalize('NFKC')
  return withinLimit(
    caller,
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

function formatPhc({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

function parsePhc(phc: string) {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc) ?? []
  if (!hash) throw new Error('The stored password hash is not an argon2id PHC string.')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
