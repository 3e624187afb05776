import { describe, expect, test } from 'vitest'
import { createImageKey, isBlobKey, mediaTypeOf } from '#core/storage/blob-key.ts'

describe('the key of an image', () => {
  test.each([
    ['Mein Foto (2).PNG', /^uploads\/[0-9a-f]{48}-Mein-Foto-2\.png$/],
    ['../../etc/passwd', /^uploads\/[0-9a-f]{48}-passwd\.png$/],
    ['C:\\Users\\me\\a.b.png', /^uploads\/[0-9a-f]{48}-a-b\.png$/],
    ['写真.png', /^uploads\/[0-9a-f]{48}-image\.png$/],
    ['<script>"\r\n.png', /^uploads\/[0-9a-f]{48}-script\.png$/],
    ['', /^uploads\/[0-9a-f]{48}-image\.png$/],
    [`${'x'.repeat(300)}.png`, /^uploads\/[0-9a-f]{48}-x{60}\.png$/],
  ])('a key made from the file name %j is safe', (filename, expected) => {
    const key = createImageKey(filename, 'image/png')
    expect(key).toMatch(expected)
    expect(isBlobKey(key)).toBe(true)
    expect(mediaTypeOf(key)).toBe('image/png')
  })

  test('two keys are never the same', () => {
    expect(createImageKey('a', 'image/jpeg')).not.toBe(createImageKey('a', 'image/jpeg'))
  })
})
