import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { ImageModelV4 } from '../provider-types.ts'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_TRUECOLOUR = 2
const PNG_BITS_PER_SAMPLE = 8

const WIDTH = 384
const HEIGHT = 256

/** Creates an image model that paints a sun in a coloured sky; the prompt decides the colours. */
export function createDemoImageModel(): ImageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'demo-image',
    maxImagesPerCall: 1,
    async doGenerate({ prompt, n, abortSignal }) {
      abortSignal?.throwIfAborted()
      const image = paint(prompt ?? '')
      return {
        images: Array.from({ length: n }, () => image),
        warnings: [],
        response: { timestamp: new Date(), modelId: 'demo-image', headers: undefined },
      }
    },
  }
}

function paint(prompt: string): Uint8Array {
  const hash = createHash('sha256').update(prompt).digest()
  const byte = (index: number) => hash[index] ?? 0
  const sunX = WIDTH * (0.2 + (byte(9) / 255) * 0.6)
  const sunY = HEIGHT * (0.25 + (byte(10) / 255) * 0.35)
  const radius = 24 + byte(11) / 8
  return encodePng(WIDTH, HEIGHT, (x, y) => {
    if (Math.hypot(x - sunX, y - sunY) < radius) return [255, 236, 179]
    const fromTop = y / HEIGHT
    const mix = (channel: number) =>
      Math.round(byte(channel) * (1 - fromTop) + byte(channel + 3) * fromTop)
    return [mix(0), mix(1), mix(2)]
  })
}

/**
 * Encodes an image as PNG (https://www.w3.org/TR/png-3/).
 *
 * @param colourAt red, green and blue of a pixel, each 0–255
 */
function encodePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => [number, number, number],
): Buffer {
  // Each row begins with its filter type, 0: none.
  const rowLength = 1 + width * 3
  const pixels = Buffer.alloc(rowLength * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels.set(colourAt(x, y), y * rowLength + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = PNG_BITS_PER_SAMPLE
  header[9] = PNG_TRUECOLOUR
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
