/** The fields of a route of the Remix build that its path is made of. */
type RouteLike = { id: string; parentId?: string; path?: string }

/** Routes that Express serves without Remix, by the first segment of their path. */
const EXPRESS_ROUTES = new Map([
  ['healthz', '/healthz'],
  ['readyz', '/readyz'],
  ['metrics', '/metrics'],
  ['assets', '/assets/*'],
  ['run', '/run/*'],
  ['pyodide', '/pyodide/*'],
  ['admin', '/admin/queues/*'],
])

/** Label of every path that is no route, e.g. a file of `public`. */
const OTHER = 'other'

/**
 * Makes a function that finds the pattern of a path, such as
 * `/api/chat/:chatId/stream`: a label for metrics that holds no id.
 *
 * @param routes of the Remix build
 */
export function createRoutePatterns(
  routes: Record<string, RouteLike | undefined>,
): (path: string) => string {
  const patterns = Object.values(routes)
    .flatMap((route) => (route && route.id !== 'root' ? [fullPath(routes, route)] : []))
    .map((segments) => ({ segments, name: `/${segments.join('/')}` }))
    // The pattern with the fewest parameters wins; a splat comes last.
    .sort((a, b) => rank(a.segments) - rank(b.segments))

  const exact = new Map(
    patterns
      .filter(({ segments }) => segments.every((segment) => !/^[:*]/.test(segment)))
      .map(({ name }) => [name, name]),
  )

  return (path) => {
    const known = exact.get(path)
    if (known) return known
    // Remix loads the data of a page from the path of the page and `.data`.
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
