/** A route of the Remix build, as far as its path goes. */
export type RouteLike = { id: string; parentId?: string; path?: string }

/** Routes of Express itself, by first segment. */
const EXPRESS_ROUTES = new Map([
  ['healthz', '/healthz'],
  ['readyz', '/readyz'],
  ['metrics', '/metrics'],
  ['assets', '/assets/*'],
  ['admin', '/admin/queues/*'],
])

/** For everything that is no route: files of `public`, scanners. */
const OTHER = 'other'

/**
 * Makes a function that finds the pattern of a path, `/api/chat/:chatId/stream`
 * for example: a label for metrics, with no id in it.
 *
 * @param routes of the build
 */
export function createRoutePatterns(
  routes: Record<string, RouteLike | undefined>,
): (path: string) => string {
  const patterns = Object.values(routes)
    .flatMap((route) => (route && route.id !== 'root' ? [fullPath(routes, route)] : []))
    .map((segments) => ({ segments, name: `/${segments.join('/')}` }))
    // The most literal first; a splat is last.
    .sort((a, b) => rank(a.segments) - rank(b.segments))

  const exact = new Map(
    patterns
      .filter(({ segments }) => segments.every((segment) => !/^[:*]/.test(segment)))
      .map(({ name }) => [name, name]),
  )

  return (path) => {
    const known = exact.get(path)
    if (known) return known
    // Remix asks for a page's data under the page's path.
    const segments = path
      .replace(/\.data$/, '')
      .split('/')
      .filter(Boolean)
    if (segments.length === 0 || segments.join() === '_root') return '/'
    const express = EXPRESS_ROUTES.get(segments[0] ?? '')
    if (express) return express
    return patterns.find((pattern) => matches(pattern.segments, segments))?.name ?? OTHER
  }
}

function fullPath(routes: Record<string, RouteLike | undefined>, route: RouteLike): string[] {
  const parent = route.parentId ? routes[route.parentId] : undefined
  const own = route.path?.split('/').filter(Boolean) ?? []
  return parent ? [...fullPath(routes, parent), ...own] : own
}

function rank(segments: string[]): number {
  if (segments.includes('*')) return 1_000
  return segments.filter((segment) => segment.startsWith(':')).length
}

function matches(pattern: string[], path: string[]): boolean {
  const isSplat = pattern.at(-1) === '*'
  const fixed = isSplat ? pattern.slice(0, -1) : pattern
  if (isSplat ? path.length < fixed.length : path.length !== fixed.length) return false
  return fixed.every((segment, index) => segment.startsWith(':') || segment === path[index])
}
