import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { normaliseImage } from '#core/uploads/normalise-image.ts'

const END_OF_HEADERS = '\r\n\r\n'

/** Takes the only file from a multipart body, encodes the image anew and writes it to a folder. */
export async function storeUpload(request: IncomingMessage, folder: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const file = body.subarray(
    body.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length,
    body.lastIndexOf('\r\n--'),
  )
  const { bytes } = await normaliseImage(file)
  const path = join(folder, `${randomUUID()}.jpg`)
  await writeFile(path, bytes)
  return path
}
