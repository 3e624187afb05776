const DAY_MS = 86_400_000

/** Even numbers that cover a range, each a multiple of 1, 2 or 5 times a power of ten. */
export function niceTicks(least: number, most: number, wanted = 5): number[] {
  if (!(most - least > 1e-100)) {
    const half = Math.abs(least) > 1e-100 ? Math.abs(least) : 1
    return niceTicks(least - half, least + half, wanted)
  }
  const rough = (most - least) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1)
  const first = Math.floor(least / step + 1e-9)
  const last = Math.ceil(most / step - 1e-9)
  // Multiplied, not added up, and rounded: 0.1 + 0.2 is not 0.3.
  const digits = Math.max(0, Math.min(100, -Math.floor(Math.log10(step)) + 1))
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(digits)),
  )
}

/** Days, months or years within a range of times (milliseconds), at most about eight. */
export function dateTicks(
  least: number,
  most: number,
): { ticks: number[]; label: (time: number) => string } {
  const days = (most - least) / DAY_MS
  if (days <= 60) {
    const step = [1, 2, 7, 14].find((size) => days / size <= 8) ?? 14
    const first = Math.ceil(least / DAY_MS)
    const count = Math.floor((most / DAY_MS - first) / step) + 1
    return {
      ticks: Array.from(
        { length: Math.max(0, count) },
        (_, index) => (first + index * step) * DAY_MS,
      ),
      label: (time) => iso(time).slice(0, 10),
    }
  }
  const months = days / 30.4
  const step =
    [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200].find((size) => months / size <= 8) ?? 6_000
  const ticks: number[] = []
  const begin = new Date(least)
  let month = Math.floor((begin.getUTCFullYear() * 12 + begin.getUTCMonth()) / step) * step
  for (; ticks.length < 20; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12)
    if (time > most) break
    if (time >= least) ticks.push(time)
  }
  return { ticks, label: (time) => iso(time).slice(0, step < 12 ? 7 : 4) }
}

/** A number as an axis shows it: 1,200 or 3.5M. */
export function tickLabel(value: number): string {
  return Math.abs(value) >= 1e6 || (value !== 0 && Math.abs(value) < 1e-4)
    ? value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 4 })
    : value.toLocaleString('en', { maximumFractionDigits: 6 })
}

const DATE = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2})?Z?)?)?$/

/** The time of a date written as 2026-01-31, 2026-01 or 2026-01-31 09:30, in milliseconds; null for anything else. */
export function readDate(text: string): number | null {
  const date = text.trim()
  if (!DATE.test(date)) return null
  const whole = date.length === 7 ? `${date}-01` : date.replace(' ', 'T')
  const time = Date.parse(whole.length > 10 && !whole.endsWith('Z') ? `${whole}Z` : whole)
  return Number.isNaN(time) ? null : time
}

function iso(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
