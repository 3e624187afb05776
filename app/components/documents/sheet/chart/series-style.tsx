/**
 * How the columns of a chart are told apart: by colour, and without colour by the
 * pattern of bars, the dashes of lines and the shape of points. A file that stands
 * alone has the colours of the light scheme.
 */
const COLOURS = ['#0b6b53', '#b3460e', '#3b5bb5', '#9a2f7d', '#6b6400', '#555b5a'] as const
const DASHES = [undefined, '8 4', '2 4', '10 4 2 4', '14 4', '4 4'] as const

export function seriesColour(index: number): string {
  return `var(--chart-${(index % COLOURS.length) + 1}, ${COLOURS[index % COLOURS.length]})`
}

export function seriesDash(index: number): string | undefined {
  return DASHES[index % DASHES.length]
}

/** The fill of the bars of a column: the first one plain, the others with lines of their own direction. */
export function seriesFill(id: string, index: number): string {
  return index === 0 ? seriesColour(0) : `url(#${id}-fill-${index})`
}

/** The patterns that {@link seriesFill} names. */
export function SeriesPatterns({ id, count }: { id: string; count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, index) => (
        <pattern
          // biome-ignore lint/suspicious/noArrayIndexKey: a pattern belongs to its place
          key={index}
          id={`${id}-fill-${index}`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${(index * 45) % 180})`}
        >
          <rect width={8} height={8} fill={seriesColour(index)} />
          <path
            d={index % 2 === 0 ? 'M0 4H8M4 0V8' : 'M0 4H8'}
            stroke="var(--color-bg, #fff)"
            strokeWidth={2}
          />
        </pattern>
      ))}
    </defs>
  )
}

type MarkProps = { index: number; x: number; y: number }

/** A point of a column, in the shape of the column. */
export function SeriesMark({ index, x, y }: MarkProps) {
  const fill = seriesColour(index)
  switch (index % 4) {
    case 0:
      return <circle cx={x} cy={y} r={3.5} fill={fill} />
    case 1:
      return <rect x={x - 3.25} y={y - 3.25} width={6.5} height={6.5} fill={fill} />
    case 2:
      return <path d={`M${x} ${y - 4.5}l4.5 8h-9z`} fill={fill} />
    default:
      return <path d={`M${x} ${y - 4.5}l4.5 4.5-4.5 4.500-4.5-4.5z`} fill={fill} />
  }
}
