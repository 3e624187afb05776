import { constants, crc32, deflateRawSync } from 'node:zlib'

/** What an answer puts into a page, by the placeholders that stand for it. */
export type Insertions = Record<string, string>

type Piece = { text: Buffer; deflated: Buffer }

/** The header of a gzip stream of no name and no time (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that ends a deflate stream (RFC 1951). */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

/**
 * Makes a template of a page that differs between answers in a few short
 * values only. Its pieces are compressed once, so that an answer costs little
 * more than copying them.
 */
export function createPageTemplate(page: string, placeholders: string[]) {
  const parts = page.split(new RegExp(`(${placeholders.join('|')})`))
  const pieces = parts.map((part): Piece | string =>
    placeholders.includes(part) ? part : { text: Buffer.from(part), deflated: deflate(part) },
  )

  /** The values stand between the pieces. */
  function fill(insertions: Insertions): Piece[] {
    const values = new Map(
      Object.entries(insertions).map(([name, value]) => {
        const text = Buffer.from(value)
        return [name, { text, deflated: storedBlock(text) }]
      }),
    )
    return pieces.map((piece) => {
      const filled = typeof piece === 'string' ? values.get(piece) : piece
      if (!filled) throw new Error('A placeholder of the page has no value.')
      return filled
    })
  }

  return {
    text(insertions: Insertions): Buffer {
      return Buffer.concat(fill(insertions).map(({ text }) => text))
    },
    gzip(insertions: Insertions): Buffer {
      const filled = fill(insertions)
      const end = Buffer.alloc(8)
      let sum = 0
      let size = 0
      for (const { text } of filled) {
        sum = crc32(text, sum)
        size += text.byteLength
      }
      end.writeUInt32LE(sum, 0)
      end.writeUInt32LE(size >>> 0, 4)
      return Buffer.concat([
        GZIP_HEADER,
        ...filled.map(({ deflated }) => deflated),
        LAST_BLOCK,
        end,
      ])
    },
  }
}

/** Deflates a piece so that others may stand before and behind it: it ends at a byte, and refers to none of them. */
function deflate(text: string): Buffer {
  if (text === '') return Buffer.alloc(0)
  return deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
}

/** A short value as a block that is not compressed (RFC 1951, 3.2.4). */
function storedBlock(value: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(value.byteLength, 1)
  head.writeUInt16LE(~value.byteLength & 0xffff, 3)
  return Buffer.concat([head, value])
}
