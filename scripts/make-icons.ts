import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/**
 * Draws the icons that phones put on their home screens from the mark in
 * public/favicon.svg: `npm run icons`, after the mark was changed.
 */
const ACCENT = '#05684b'
const SIZE_OF_MARK = 32

const ICONS = [
  { file: 'apple-touch-icon.png', size: 180, mark: 0.6, radius: 0 },
  { file: 'icon-192.png', size: 192, mark: 0.6, radius: 0.22 },
  { file: 'icon-512.png', size: 512, mark: 0.6, radius: 0.22 },
  // A launcher cuts it to any shape within the middle 80 % (W3C, Web App Manifest, icon masks).
  { file: 'icon-maskable-512.png', size: 512, mark: 0.5, radius: 0 },
]

const path = (await readFile('public/favicon.svg', 'utf8')).match(/ d="([^"]+)"/)?.[1]
if (!path) throw new Error('There is no path in public/favicon.svg.')

for (const { file, size, mark, radius } of ICONS) {
  const scale = (size * mark) / SIZE_OF_MARK
  const edge = (size * (1 - mark)) / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" rx="${size * radius}" fill="${ACCENT}"/><path transform="translate(${edge} ${edge}) scale(${scale})" fill="#fff" fill-rule="evenodd" d="${path}"/></svg>`
  await sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toFile(`public/${file}`)
}
