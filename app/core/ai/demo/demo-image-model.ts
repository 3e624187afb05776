import { createHash } from 'node:crypto'
import type { ImageModelSpec } from '../model-spec.ts'
import { encodePng } from './png.ts'

const WIDTH = 384
const HEIGHT = 256

/** An image model that paints a sun over a coloured sky; the prompt decides the colours. */
export function createDemoImageModel(): ImageModelSpec {
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
    const down = y / HEIGHT
    const mix = (channel: number) =>
      Math.round(byte(channel) * (1 - down) + byte(channel + 3) * down)
    return [mix(0), mix(1), mix(2)]
  })
}
