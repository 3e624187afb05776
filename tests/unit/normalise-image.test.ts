import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { normaliseImage } from '#core/uploads/normalise-image.ts'
import {
  GIF,
  makeAnimatedPng,
  makeCameraJpeg,
  makeCmykJpeg,
  makeJpeg,
  makePng,
  makePngBomb,
  makePngOfNoise,
  makeProgressiveJpeg,
  makeWebp,
  SVG,
} from '#tests/support/test-images.ts'

/** Made first: normalising switches every decoder but two off, in the whole process. */
const images: Record<string, Buffer> = {}
beforeAll(async () => {
  images.webp = await makeWebp()
  images.camera = await makeCameraJpeg()
  images.cmyk = await makeCmykJpeg()
  images.manyScans = await makeProgressiveJpeg(6_000, 4_000, 30)
  images.heavy = await makeProgressiveJpeg(8_000, 6_000, 0)
})

const image = (name: string) => images[name] ?? Buffer.alloc(0)

describe('a normalised image', () => {
  test('finds its decoder switched on, whatever else is being decoded', async () => {
    await normaliseImage(await makePng())
    const block = vi.spyOn(sharp, 'block')
    const unblock = vi.spyOn(sharp, 'unblock')
    await normaliseImage(await makePng())
    expect(block).not.toHaveBeenCalled()
    expect(unblock).not.toHaveBeenCalled()
  })

  test('keeps its type, size and look', async () => {
    const png = await normaliseImage(await makePng(40, 30))
    expect(png.type).toBe('image/png')
    expect(await sharp(png.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 40,
      height: 30,
    })
    expect(await pixel(png.bytes, 5, 5)).toEqual([0xcc, 0x22, 0x00])
    const jpeg = await normaliseImage(await makeJpeg(300, 200))
    expect(jpeg.type).toBe('image/jpeg')
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
  })

  test('is upright and without metadata of the camera or the place', async () => {
    const before = await sharp(image('camera')).metadata()
    expect(before).toMatchObject({ orientation: 6, width: 120, height: 60 })
    expect(before.exif).toBeDefined()
    expect(before.xmp).toBeDefined()
    const { bytes } = await normaliseImage(image('camera'))
    const after = await sharp(bytes).metadata()
    expect(after).toMatchObject({ width: 60, height: 120 })
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(bytes.includes('SecretCamera')).toBe(false)
    expect(bytes.includes('secret-xmp')).toBe(false)
    // Orientation 6: the top of the scene is the left of what the sensor saw.
    const [red = 0, , blue = 0] = await pixel(bytes, 30, 20)
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(50)
  })

  test('loses data appended after its end', async () => {
    const { bytes } = await normaliseImage(
      Buffer.concat([await makePng(), Buffer.from('<script>alert(1)</script>')]),
    )
    expect(bytes.includes('script')).toBe(false)
  })

  test('is in sRGB, also when it was in CMYK', async () => {
    const { bytes } = await normaliseImage(image('cmyk'))
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  })

  test('has only the first frame of an animated PNG', async () => {
    const { bytes } = await normaliseImage(await makeAnimatedPng())
    expect(bytes.includes('acTL')).toBe(false)
    expect(await pixel(bytes, 1, 1)).toEqual([0xcc, 0x22, 0x00])
  })

  test('keeps the transparency of a PNG', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 4, height: 4, channels: 4, background: clear } })
      .png()
      .toBuffer()
    const { bytes } = await normaliseImage(png)
    expect(await sharp(bytes).metadata()).toMatchObject({ hasAlpha: true })
  })
})

describe('an image to normalise', () => {
  test('is refused when it is truncated, wherever', async () => {
    for (const whole of [await makeJpeg(), await makePng(400, 400)]) {
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share))
        await expect(normaliseImage(cut)).rejects.toThrow(/damaged|neither/)
      }
    }
  })

  test('is refused when its pixels are damaged', async () => {
    const png = await makePng(400, 400)
    png.fill(0xff, 80, 200)
    await expect(normaliseImage(png)).rejects.toThrow(/damaged/)
  })

  test.each([
    ['GIF', () => GIF],
    ['SVG', () => SVG],
    ['WebP', () => image('webp')],
    ['text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, get) => {
    await expect(normaliseImage(get())).rejects.toThrow(/neither a JPEG nor a PNG/)
  })

  test('is refused over 50 megapixels, without being decoded', async () => {
    const bomb = makePngBomb(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const before = process.cpuUsage()
    await expect(normaliseImage(bomb)).rejects.toThrow(/30000 × 30000.*50 megapixels/)
    // Processor time: what else the machine does is not counted.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  test('is refused when it has so many scans that decoding takes too long', async () => {
    await expect(normaliseImage(image('manyScans'))).rejects.toThrow(
      /6000 × 4000 pixels in 40 scans, which take too long to decode.*baseline/,
    )
  })

  test('is accepted as an ordinary progressive JPEG of 48 megapixels', async () => {
    const { bytes } = await normaliseImage(image('heavy'))
    expect(await sharp(bytes, { limitInputPixels: false }).metadata()).toMatchObject({
      width: 8_000,
      isProgressive: false,
    })
  })

  test('does not wait for heavy ones when it is a light one', async () => {
    const done: string[] = []
    const note = (name: string) => () => void done.push(name)
    const heavy = [0, 1, 2].map((n) => normaliseImage(image('heavy')).then(note(`heavy ${n}`)))
    await Promise.all([...heavy, normaliseImage(image('camera')).then(note('light'))])
    expect(done[0]).toBe('light')
    expect(done.toSorted()).toEqual(['heavy 0', 'heavy 1', 'heavy 2', 'light'])
  })

  test('is accepted at exactly 50 megapixels', async () => {
    const { bytes } = await normaliseImage(makePngBomb(10_000, 5_000))
    expect(await sharp(bytes, { limitInputPixels: false }).metadata()).toMatchObject({
      width: 10_000,
      height: 5_000,
    })
  })
})

describe('the time that an image has', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is 20 seconds, after which the image is refused', async () => {
    const { timeout } = sharp.prototype
    const limit = vi.spyOn(sharp.prototype, 'timeout').mockImplementation(function (this: Sharp) {
      return timeout.call(this, { seconds: 1 })
    })
    const refused = normaliseImage(makePngOfNoise(6_000, 5_000))
    await expect(refused).rejects.toThrow('The image takes too long to decode.')
    expect(limit.mock.calls).toEqual([[{ seconds: 20 }]])
  })

  test('is told to be over also when the decoder has warned before', async () => {
    const [png, jpeg] = [await makePng(), await makeJpeg()]
    // As libvips puts it: each line is of another message.
    const warning = 'VipsJpeg: Inconsistent progression sequence for component 0 coefficient 0'
    const end = 'timeout: 1% complete\nVipsImage: killed for image "temp-1"'
    const encode = vi.spyOn(sharp.prototype, 'toBuffer')
    encode.mockRejectedValueOnce(new Error(`${warning}\n${end}`))
    await expect(normaliseImage(jpeg)).rejects.toThrow('The image takes too long to decode.')
    encode.mockRejectedValueOnce(new Error(warning))
    await expect(normaliseImage(png)).rejects.toThrow('The image is damaged')
  })
})

async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const raw = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...raw]
}
