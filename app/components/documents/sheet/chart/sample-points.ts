/** A point of a chart, in the units of its axes. */
export type Point = { x: number; y: number }

/**
 * At most so many points of a line that look like all of them: of each stretch the
 * lowest and the highest, in their order, so that no peak is lost.
 */
export function sampleLine(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stretches = Math.max(1, Math.floor(most / 2))
  const sampled: Point[] = []
  for (let index = 0; index < stretches; index += 1) {
    const from = Math.floor((index * points.length) / stretches)
    const to = Math.floor(((index + 1) * points.length) / stretches)
    let low = from
    let high = from
    for (let at = from; at < to; at += 1) {
      if (yOf(points, at) < yOf(points, low)) low = at
      if (yOf(points, at) > yOf(points, high)) high = at
    }
    for (const at of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      const point = points[at]
      if (point) sampled.push(point)
    }
  }
  return sampled
}

/** At most so many points of a cloud, evenly taken. */
export function sampleCloud(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const every = points.length / most
  return Array.from({ length: most }, (_, index) => points[Math.floor(index * every)]).filter(
    (point) => point !== undefined,
  )
}

function yOf(points: readonly Point[], index: number): number {
  return points[index]?.y ?? 0
}
