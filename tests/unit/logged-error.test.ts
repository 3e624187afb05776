import { APICallError, RetryError } from 'ai'
import { expect, test } from 'vitest'
import { loggedError } from '#core/logged-error.ts'
import { createImageKey } from '#core/storage/blob-key.ts'

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

test('the secret of an image is cut, in the message, the stack and the causes', () => {
  const key = createImageKey('sea.png', 'image/png')
  const url = `https://storage.example.com/o/${encodeURIComponent(key)}?alt=media`
  const error = new Error(`EACCES: permission denied, open '/data/blobs/${key}'`, {
    cause: new AggregateError([new Error(`No answer: ${url}`)], `Object ${key} did not end.`),
  })
  // A message of several lines can look like a frame.
  error.stack = `Error\n    at ${key}\n${error.stack}`
  const logged = JSON.stringify([loggedError(error), loggedError(key)])
  const [, random = ''] = /([0-9a-f]{48})/.exec(key) ?? []
  expect(logged.match(new RegExp(`${random.slice(0, 6)}…`, 'g'))).toHaveLength(6)
  expect(logged).not.toContain(random.slice(0, 7))
  expect(logged).toContain('…-sea.png')
})
