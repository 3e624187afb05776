export type Goal = {
  atMost?: number
  atLeast?: number
  /** And at least this share of the floor. */
  ofFloor?: number
}

/** One line of the table. */
export type Row = {
  what: string
  unit: string
  ours: number
  floor?: number
  goal?: Goal
}

/** Whether a row meets its goal; undefined when it has none. */
export function meetsGoal({ ours, floor, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  if (!Number.isFinite(ours)) return false
  const { atMost = Infinity, atLeast = -Infinity, ofFloor } = goal
  const enoughOfFloor = ofFloor === undefined || floor === undefined || ours >= floor * ofFloor
  return ours <= atMost && ours >= atLeast && enoughOfFloor
}

/** A goal in words. */
export function describeGoal({ atMost, atLeast, ofFloor }: Goal): string {
  return [
    ...(atMost !== undefined ? [`≤ ${formatNumber(atMost)}`] : []),
    ...(atLeast !== undefined ? [`≥ ${formatNumber(atLeast)}`] : []),
    ...(ofFloor !== undefined ? [`≥ ${formatNumber(ofFloor)} of floor`] : []),
  ].join(', ')
}

/** Three significant digits, thousands separated. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
