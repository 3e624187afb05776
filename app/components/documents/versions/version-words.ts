import type { ListedVersion } from '#core/documents/version-history.ts'

/** Who made a version, and how; null where that was not recorded. */
export function versionAuthor(origin: ListedVersion['origin']): string | null {
  switch (origin) {
    case null:
      return null
    case 'ai':
      return 'AI'
    case 'restore':
      return 'You restored it'
    case 'accept':
      return 'You accepted a suggestion'
    case 'upload':
      return 'You uploaded it'
    case 'copy':
      return 'You copied it'
    default:
      return 'You'
  }
}

/** How much larger or smaller a version is than the one before. */
export function versionGrowth({ growth, bytes }: ListedVersion): string {
  if (growth === null) return byteCount(bytes)
  if (growth === 0) return 'same size'
  return `${growth > 0 ? '+' : '−'}${byteCount(Math.abs(growth))}`
}

/** A number of bytes for people. */
export function byteCount(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 version`, `2 versions`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
