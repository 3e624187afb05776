import { AppError } from '../app-error.ts'
import type { Env } from '../env.server.ts'

type AdmissionEnv = Pick<Env, 'GUESTS' | 'REGISTRATION'>

/** Who may come in without an account; the pages offer nothing else. */
export type Admission = { guests: boolean; registration: boolean }

/** Reads from the environment who may come in without an account. */
export function admissionOf({ GUESTS, REGISTRATION }: AdmissionEnv): Admission {
  return { guests: GUESTS === 'on', registration: REGISTRATION === 'open' }
}

/**
 * Refuses a new account where `REGISTRATION` is closed; also a guest's, because
 * accounts are then made by the operator only (`npm run user:create`).
 *
 * @throws {AppError} forbidden
 */
export function assertRegistrationOpen(env: AdmissionEnv): void {
  if (admissionOf(env).registration) return
  throw new AppError(
    'forbidden',
    'Registration is closed. Ask whoever runs this service for an account.',
  )
}

/**
 * Refuses a new guest where `GUESTS` is off.
 *
 * @throws {AppError} forbidden
 */
export function assertGuestsAdmitted(env: AdmissionEnv): void {
  const { guests, registration } = admissionOf(env)
  if (guests) return
  throw new AppError(
    'forbidden',
    registration
      ? 'This service admits no guests. Create an account, or sign in to yours.'
      : 'This service admits no guests. Sign in, or ask whoever runs it for an account.',
  )
}
