import { makeJpeg } from '#tests/support/test-images.ts'
import type { Bench, Server } from '../bench.ts'
import type { Row } from '../results-table.ts'
import { median } from '../statistics.ts'
import { uploadImage } from '../upload-image.ts'

const [WIDTH, HEIGHT] = [3_500, 2_450]

/**
 * Uploads of a photo of about 4 MB, one after the other. The worker decodes it,
 * turns it upright, removes its metadata and stores it; the baseline does so in
 * its own process.
 */
export async function upload(bench: Bench): Promise<Row[]> {
  const photo = await makeJpeg(WIDTH, HEIGHT)
  const cookie = `session-token=${bench.seed.owner.token}`
  const send = async ({ url }: Server) => (await uploadImage(url, cookie, photo)).ms
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < (bench.quick ? 4 : 9); round += 1) {
    ours.push(await send(bench.ours))
    baseline.push(await send(bench.baseline))
  }
  const size = (photo.byteLength / 1_000_000).toFixed(1)
  const what = `upload of a JPEG of ${size} MB, p50`
  // The first upload is left out: it loads the image library.
  return [{ what, unit: 'ms', ours: median(ours.slice(1)), baseline: median(baseline.slice(1)) }]
}
