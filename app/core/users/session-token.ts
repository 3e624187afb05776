import { hash, randomBytes } from 'node:crypto'

/** Makes a session token: 256 random bits, base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a token is stored and looked up: the database never sees the token. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}
