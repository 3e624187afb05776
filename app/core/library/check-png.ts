import { crc32 } from 'node:zlib'
import { AppError } from '../app-error.ts'
import { MAX_IMAGE_PIXELS } from '../uploads/upload-rules.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12

const NO_PNG = 'is no PNG image. Only PNG images can be documents.'
const DAMAGED = 'is a damaged PNG image. Save it again and upload that.'

/**
 * Checks that bytes are a whole PNG image of a bearable size, without decoding it:
 * its chunks follow each other to the last one, each with its checksum
 * (PNG specification, 5 "Datastream structure").
 *
 * @throws {AppError} invalid; the text goes on after the name of the file
 */
export function checkPng(bytes: Buffer): void {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new AppError('invalid', NO_PNG)
  let hasData = false
  for (let at = SIGNATURE.length; ; ) {
    if (at + CHUNK_BYTES > bytes.length) throw new AppError('invalid', DAMAGED)
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_BYTES + length
    if (end > bytes.length) throw new AppError('invalid', DAMAGED)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isFirst = at === SIGNATURE.length
    if (isFirst !== (type === 'IHDR')) throw new AppError('invalid', DAMAGED)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw new AppError('invalid', DAMAGED)
    }
    if (isFirst) checkSize(bytes.subarray(at + 8, end - 4))
    hasData ||= type === 'IDAT'
    if (type === 'IEND') break
    at = end
  }
  if (!hasData) throw new AppError('invalid', DAMAGED)
}

function checkSize(header: Buffer) {
  if (header.length !== 13) throw new AppError('invalid', DAMAGED)
  const pixels = header.readUInt32BE(0) * header.readUInt32BE(4)
  if (pixels === 0) throw new AppError('invalid', DAMAGED)
  if (pixels > MAX_IMAGE_PIXELS) {
    throw new AppError('invalid', 'has more than 50 million pixels. Make it smaller.')
  }
}
