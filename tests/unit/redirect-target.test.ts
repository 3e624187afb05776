import fc from 'fast-check'
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
    '/\\%2felsewhere.example',
    '/%5celsewhere.example',
    '/%2f/elsewhere.example',
    '/%2F%2Felsewhere.example',
    '/%252f/elsewhere.example',
    '/%25255Celsewhere.example',
    '/./%2f/elsewhere.example',
    '/%09/elsewhere.example',
    '/%250A/elsewhere.example',
    '/\u0000/elsewhere.example',
    'chat',
    '',
    `/${'a'.repeat(3_000)}`,
    null,
    undefined,
    42,
  ])('%j leads to the fallback', (wanted) => {
    expect(redirectTarget(wanted, '/fallback')).toBe('/fallback')
  })

  const piece = fc.oneof(
    fc.constantFrom('/', '\\', '%2f', '%5C', '%252F', '%09', '\t', '\n', '\r', '.', '..', '%2e'),
    fc.constantFrom(
      'elsewhere.example',
      'https:',
      'javascript:',
      '@',
      ':',
      '?',
      '#',
      '\u3002',
      ' ',
    ),
    fc.string({ maxLength: 3, unit: 'binary' }),
  )
  const wanted = fc.array(piece, { maxLength: 10 }).map((pieces) => `/${pieces.join('')}`)

  test('whatever was wanted, a browser stays on this service, also when a proxy decodes the path', () => {
    fc.assert(
      fc.property(wanted, (path) => {
        // As a `Location` and as the `href` of a link, on http and https.
        let target = redirectTarget(path)
        for (let decodings = 0; decodings < 4; decodings += 1) {
          for (const base of ['http://here.example/login', 'https://here.example/login']) {
            expect(new URL(target, base).origin).toBe(new URL(base).origin)
          }
          target = decodedOnce(target)
        }
      }),
      { numRuns: 20_000 },
    )
  })
})

/** Decodes what can be decoded, as a careless proxy might. */
function decodedOnce(path: string): string {
  return path.replace(/%(2f|5c|2e|25)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
