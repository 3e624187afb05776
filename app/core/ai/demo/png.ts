import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const TRUECOLOUR = 2
const BITS = 8

/**
 * Encodes an image as PNG (https://www.w3.org/TR/png-3/).
 *
 * @param colourAt - red, green and blue of a pixel, each 0–255
 */
export function encodePng(
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
  header[8] = BITS
  header[9] = TRUECOLOUR
  return Buffer.concat([
    SIGNATURE,
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
