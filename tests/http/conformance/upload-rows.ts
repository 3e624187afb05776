import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { GIF, makeJpeg, makePng, makePngOfSize, SVG } from '#tests/support/test-images.ts'
import { type Row, rowsOf, type Sending } from './row.ts'
import { OWNERS, type World } from './world.ts'

const MEGABYTES_5 = 5 * 1024 * 1024
const path = '/api/files/upload'

function file(bytes: Buffer, name: string, type: string, field = 'file'): Sending {
  const body = new FormData()
  body.set(field, new File([new Uint8Array(bytes)], name, { type }))
  return { path, body }
}

const png = async () => file(await makePng(), 'cat.png', 'image/png')
const blobs = (world: World) => join(world.app.dataDir, 'blobs')

export const UPLOAD_ROWS: Row[] = rowsOf('POST /api/files/upload', [
  {
    when: 'it is a PNG',
    as: [...OWNERS, 'guest'],
    send: png,
    status: 200,
    headers: { 'content-type': /^application\/json/ },
    body: {
      url: expect.stringMatching(/^http:\/\/.*\/uploads\/.+-cat\.png$/),
      downloadUrl: expect.stringMatching(/^http/),
      pathname: expect.stringMatching(/^uploads\//),
      contentType: 'image/png',
      contentDisposition: expect.any(String),
    },
  },
  {
    when: 'it is a JPEG',
    send: async () => file(await makeJpeg(), 'cat.jpg', 'image/jpeg'),
    status: 200,
    body: { contentType: 'image/jpeg' },
  },
  {
    when: 'there is no file',
    send() {
      const body = new FormData()
      body.set('note', 'none')
      return { path, body }
    },
    status: 400,
  },
  {
    when: 'the file is in another field',
    send: async () => file(await makePng(), 'cat.png', 'image/png', 'image'),
    status: 400,
  },
  { when: 'the body is empty', send: () => ({ path }), status: 400 },
  { when: 'the body is no multipart', send: () => ({ path, json: { file: 'x' } }), status: 400 },
  {
    when: 'the multipart is broken',
    send: () => ({
      path,
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    status: 400,
  },
  {
    when: 'the file is empty',
    send: () => file(Buffer.alloc(0), 'cat.png', 'image/png'),
    status: 400,
  },
  {
    when: 'the file is over 5 MB',
    send: async () => file(await makePngOfSize(MEGABYTES_5 + 1), 'cat.png', 'image/png'),
    status: 400,
  },
  { when: 'it is a GIF', send: () => file(GIF, 'cat.gif', 'image/gif'), status: 400 },
  { when: 'it is an SVG', send: () => file(SVG, 'cat.svg', 'image/svg+xml'), status: 400 },
  {
    when: 'it says PNG and is a GIF',
    send: () => file(GIF, 'cat.png', 'image/png'),
    status: 400,
  },
  {
    when: 'it is a PNG cut short',
    send: async () => file((await makePng(400, 300)).subarray(0, 60), 'cat.png', 'image/png'),
    status: 400,
  },
  {
    when: 'the blob store fails',
    async send(world) {
      await rename(blobs(world), `${blobs(world)}-away`)
      await writeFile(blobs(world), 'no folder')
      return png()
    },
    logs: /^The image could not be stored right now/,
    status: 500,
    async after(world) {
      await rm(blobs(world))
      await rename(`${blobs(world)}-away`, blobs(world))
    },
  },
])
