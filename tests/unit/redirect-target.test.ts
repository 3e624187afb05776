import { describe, expect, test } from 'vitest'
import { redirectTarget } from '#http/pages/redirect-target.ts'

describe('redirectTarget', () => {
  test.each(['/', '/chat/0b0e?x=1#end', '/settings', '/search?q=https://elsewhere.example'])(
    'the path %j is accepted',
    (path) => {
      expect(redirectTarget(path)).toBe(path)
    },
  )

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    'javascript:alert(1)',
    ' //elsewhere.example',
    'chat',
    '',
    `/${'a'.repeat(3_000)}`,
    null,
    undefined,
    42,
  ])('%j leads to the fallback', (wanted) => {
    expect(redirectTarget(wanted, '/fallback')).toBe('/fallback')
  })
})
