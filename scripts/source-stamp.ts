import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundle is made of. */
const SOURCES = [
  'app',
  'db',
  'public',
  'remix.config.js',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** A hash of all that the bundle is made of: names and bytes, so a checkout with new times changes nothing. */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(root, source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(root: string, path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap((entry) => filesOf(root, entry))
}
