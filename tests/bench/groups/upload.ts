import { makeJpeg } from '#tests/support/test-images.ts'
import type { Bench, Server } from '../bench.ts'
import type { Row } from '../row.ts'
import { median } from '../statistics.ts'

const [WIDTH, HEIGHT] = [3_500, 2_450]

/**
 * One upload after the other of a photo of about 4 MB: staged, decoded by the
 * worker, oriented, stripped, stored. The floor decodes in its own process.
 */
export async function upload(bench: Bench): Promise<Row[]> {
  const photo = await makeJpeg(WIDTH, HEIGHT)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < (bench.quick ? 4 : 9); round += 1) {
    ours.push(await send(bench, bench.ours, photo))
    floor.push(await send(bench, bench.floor, photo))
  }
  const size = (photo.byteLength / 1_000_000).toFixed(1)
  const what = `upload of a JPEG of ${size} MB, p50`
  // The first loads the image library.
  return [{ what, unit: 'ms', ours: median(ours.slice(1)), floor: median(floor.slice(1)) }]
}

async function send({ seed }: Bench, { url }: Server, photo: Buffer): Promise<number> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const started = performance.now()
  const response = await fetch(`${url}/api/files/upload`, {
    method: 'POST',
    headers: { cookie: `session-token=${seed.reader.token}` },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 200)}`)
  return performance.now() - started
}
