import { describe, expect, test } from 'vitest'
import { revertDocumentBody, saveDocumentBody } from '#core/documents/document-schema.ts'

const revertTo = (timestamp: unknown) => revertDocumentBody.safeParse({ timestamp }).data?.timestamp

describe('the timestamp of a revert', () => {
  test.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T05:04:05.678+02:00', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    // A version at .679 is later than each of these, one at .678 is not.
    ['2026-01-02T03:04:05.678999Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.678999999Z', '2026-01-02T03:04:05.678Z'],
    // Beyond what Postgres or ISO years take, and before or after any version.
    ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-23:00', '9999-12-31T00:00:00.000Z'],
  ])('%s is read as %s', (given, meant) => {
    expect(revertTo(given)).toBe(meant)
  })

  test.each([
    undefined,
    null,
    '',
    1767323045678,
    'yesterday',
    '2026-01-02',
    '2026-02-30T00:00:00Z',
    '2026-01-02T25:00:00Z',
    '2026-01-02 03:04:05',
    '2026-01-02T03:04:05',
  ])('%s is refused', (given) => {
    expect(revertTo(given)).toBeUndefined()
  })
})

describe('a version to save', () => {
  const valid = { title: 'Notes', content: '', kind: 'text' }

  test('an empty content is accepted', () => {
    expect(saveDocumentBody.safeParse(valid).success).toBe(true)
  })

  test.each([
    { ...valid, title: undefined },
    { ...valid, title: '' },
    { ...valid, title: ' \n' },
    { ...valid, title: 'x'.repeat(501) },
    { ...valid, title: 'a\u0000b' },
    { ...valid, content: undefined },
    { ...valid, content: null },
    { ...valid, content: 'a\u0000b' },
    { ...valid, kind: undefined },
    { ...valid, kind: 'video' },
    [],
    null,
  ])('%j is refused', (body) => {
    expect(saveDocumentBody.safeParse(body).success).toBe(false)
  })
})
