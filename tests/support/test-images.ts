import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Images for tests: each has the property that its name says, and is valid otherwise. */

/** A red PNG. */
export function makePng(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#cc2200' } })
    .png()
    .toBuffer()
}

/** A JPEG of noise, which compresses badly and so has a realistic size. */
export function makeJpeg(width = 300, height = 200): Promise<Buffer> {
  return noise(width, height).jpeg().toBuffer()
}

/**
 * A valid progressive JPEG of one colour with more scans than usual: its first
 * scan, which holds the coarse pixels, is sent over and over again.
 *
 * @param extraScans beyond the ten of an ordinary progressive JPEG
 */
export async function makeProgressiveJpeg(
  width: number,
  height: number,
  extraScans: number,
): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  // The tables of the next scan come after the data of this one.
  const end = jpeg.indexOf(Buffer.from([0xff, 0xc4]), scan)
  const again = Array<Buffer>(extraScans).fill(jpeg.subarray(scan, end))
  return Buffer.concat([jpeg.subarray(0, end), ...again, jpeg.subarray(end)])
}

/** A JPEG, left half red and right half blue, with a camera's metadata and orientation 6 (90°). */
export async function makeCameraJpeg(): Promise<Buffer> {
  const right = await sharp({
    create: { width: 60, height: 60, channels: 3, background: '#0000ff' },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width: 120, height: 60, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: 60, top: 0 }])
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret-xmp/></x:xmpmeta>')
    .toBuffer()
}

/** A valid PNG of a given size in bytes, padded with a chunk that decoders skip. */
export async function makePngOfSize(bytes: number): Promise<Buffer> {
  const png = await makePng()
  const end = png.length - 12
  const padding = Buffer.alloc(bytes - png.length - 12, 0x20)
  return Buffer.concat([png.subarray(0, end), chunk('prVt', padding), png.subarray(end)])
}

/** A PNG of noise, three bytes a pixel, which is quick to make and takes long to compress anew. */
export function makePngOfNoise(width: number, height: number): Buffer {
  const pixels = Buffer.alloc((1 + 3 * width) * height, randomBytes(1_000_003))
  for (let row = 0; row < height; row += 1) pixels[row * (1 + 3 * width)] = 0
  return pngOf({ width, height, depth: 8, colourType: 2 }, deflateSync(pixels, { level: 0 }))
}

/** A PNG of few bytes that decodes to `width` × `height` pixels of one bit. */
export function makePngBomb(width: number, height: number): Buffer {
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return pngOf({ width, height, depth: 1, colourType: 0 }, pixels)
}

/** An animated PNG of two frames: the first red, the second (in `fdAT`) not. */
export async function makeAnimatedPng(): Promise<Buffer> {
  const png = await makePng(8, 8)
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(8, 4)
    data.writeUInt32BE(8, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return chunk('fcTL', data)
  }
  const second = Buffer.concat([
    Buffer.from([0, 0, 0, 2]),
    deflateSync(Buffer.alloc((8 * 3 + 1) * 8)),
  ])
  const afterHeader = 8 + 25
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('acTL', control),
    frame(0),
    png.subarray(afterHeader, png.length - 12),
    frame(1),
    chunk('fdAT', second),
    png.subarray(png.length - 12),
  ])
}

/** A JPEG in CMYK, as made for print. */
export function makeCmykJpeg(): Promise<Buffer> {
  return noise(64, 64).toColourspace('cmyk').jpeg().toBuffer()
}

/** A GIF of one pixel, byte for byte. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

/** A WebP of one colour. */
export function makeWebp(): Promise<Buffer> {
  return noise(20, 20).webp().toBuffer()
}

function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

type PngHeader = { width: number; height: number; depth: number; colourType: number }

function pngOf({ width, height, depth, colourType }: PngHeader, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), out.length - 4)
  return out
}
