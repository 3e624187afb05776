import { APICallError, RetryError } from 'ai'
import { expect, test } from 'vitest'
import { loggedError } from '#core/logged-error.ts'

const PRIVATE = 'what somebody wrote'

function providerError() {
  return new APICallError({
    message: 'The provider fails with 500',
    url: 'https://api.example.com/v1/responses',
    requestBodyValues: { input: [{ role: 'user', content: PRIVATE }] },
    responseBody: PRIVATE,
    responseHeaders: { 'set-cookie': PRIVATE },
    statusCode: 500,
    cause: new Error('socket closed'),
  })
}

test('an error of a provider is logged without the conversation, after its retries too', () => {
  const errors = [providerError(), providerError()]
  const retried = new RetryError({ message: 'Failed twice', reason: 'maxRetriesExceeded', errors })
  for (const logged of [loggedError(providerError()), loggedError(retried)]) {
    expect(JSON.stringify(logged)).not.toContain(PRIVATE)
  }
  expect(loggedError(retried)).toMatchObject({
    type: 'AI_RetryError',
    message: 'Failed twice',
    stack: expect.stringMatching(/^\s+at /),
    errors: [{ statusCode: 500, cause: { message: 'socket closed' } }, { statusCode: 500 }],
  })
})

test('a long message is truncated in the log, in the stack as well', () => {
  const logged = loggedError(new Error(`Cannot parse: ${'x'.repeat(100_000)}`))
  expect(JSON.stringify(logged).length).toBeLessThan(6_000)
})

test('a value that is no error and an error that is its own cause can be logged', () => {
  const loop = new Error('loop')
  loop.cause = loop
  expect(loggedError('a string')).toEqual({ type: 'string', message: 'a string' })
  expect(loggedError(loop)).toMatchObject({ message: 'loop', cause: { message: 'loop' } })
})
