import { describe, expect, test } from 'vitest'
import { AppError, type AppErrorCode } from '#core/app-error.ts'
import { createLogger } from '#core/log.ts'
import { errorResponse } from '#http/responses/problem.ts'

const context = { requestId: 'request-1', log: createLogger('silent', 'test') }

const STATUSES: Record<AppErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  'not-owner': 401,
  forbidden: 403,
  'not-found': 404,
  'timed-out': 408,
  conflict: 409,
  'too-large': 413,
  'rate-limited': 429,
  'upload-failed': 500,
  unavailable: 503,
}

describe('the response of an error', () => {
  test.each(Object.entries(STATUSES))('%s has status %i', async (code, status) => {
    const response = errorResponse(new AppError(code as AppErrorCode, 'Do this.'), context)
    expect(response.status).toBe(status)
    expect(response.headers.has('Retry-After')).toBe(status === 429 || status === 503)
    expect(await response.json()).toMatchObject({
      status,
      detail: 'Do this.',
      error: 'Do this.',
      requestId: 'request-1',
    })
  })

  test('Retry-After is what the error says', () => {
    const error = new AppError('conflict', 'Wait.', { retryAfter: 2 })
    expect(errorResponse(error, context).headers.get('Retry-After')).toBe('2')
  })

  test('an unexpected error says nothing but the request id', async () => {
    const response = errorResponse(new Error('password=secret'), context)
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret')
    expect(text).toContain('request-1')
  })

  test('a database that is away is 503', () => {
    const response = errorResponse(Object.assign(new Error(), { code: '57P01' }), context)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
  })

  test('a guest whose storage is full is not asked to register, which may be closed', async () => {
    const full = { code: 'QUOTA', constraint: 'storage_per_guest', detail: '1000' }
    const response = errorResponse(Object.assign(new Error(), full), context)
    expect(response.status).toBe(413)
    const { detail } = await response.json()
    expect(detail).toMatch(/1,000 bytes.*Delete chats, or versions of documents\./)
    expect(detail).not.toMatch(/register/i)
  })
})
