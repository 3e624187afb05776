import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that the result of a build depends on. */
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

/**
 * Hashes everything that the result of a build depends on: names and contents,
 * but not times of change, as a fresh checkout of the same sources has new ones.
 *
 * @param root the project's folder
 */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesIn(root, source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesIn(root: string, path: string): string[] {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap((entry) => filesIn(root, entry))
}
