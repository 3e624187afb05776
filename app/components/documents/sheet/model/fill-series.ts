const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
const NUMBERED = /^(.*?)(\d+)$/s

/**
 * The values that go on from some given ones, as spreadsheets fill them: numbers with
 * an even step go on with it, dates (`2026-01-31`) by days or by whole months, names
 * that end with a number (`Week 1`) count on, and everything else is repeated. One
 * number alone is repeated too.
 */
export function fillSeries(given: readonly string[], count: number): string[] {
  const next = numbers(given) ?? dates(given) ?? numbered(given)
  return Array.from({ length: count }, (_, index) =>
    next ? next(given.length + index) : (given[index % given.length] ?? ''),
  )
}

/** The value at a place of the series, of which the given ones are the first. */
type Series = (index: number) => string

function numbers(given: readonly string[]): Series | null {
  if (given.length < 2 || !given.every((value) => NUMBER.test(value))) return null
  const places = given.reduce(
    (most, value) => Math.max(most, (value.split('.')[1] ?? '').length),
    0,
  )
  const scale = 10 ** places
  const scaled = given.map((value) => Math.round(Number(value) * scale))
  const step = evenStep(scaled)
  if (step === null || !scaled.every(Number.isSafeInteger)) return null
  return (index) => (((scaled[0] ?? 0) + step * index) / scale).toFixed(places)
}

function dates(given: readonly string[]): Series | null {
  if (!given.every((value) => isDate(value))) return null
  const days = given.map((value) => Date.parse(value) / DAY_MS)
  const months = given.map(monthsOf)
  const first = new Date(given[0] ?? '')
  const isSameDay = given.every((value) => value.slice(8) === given[0]?.slice(8))
  const monthStep = given.length > 1 && isSameDay ? evenStep(months) : null
  if (monthStep) return (index) => addMonths(first, monthStep * index)
  const step = given.length === 1 ? 1 : evenStep(days)
  if (step === null) return null
  return (index) => iso(new Date(((days[0] ?? 0) + step * index) * DAY_MS))
}

function isDate(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value)) && iso(new Date(value)) === value
}

function monthsOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}

/** The same day of another month, or the last one where that month is shorter. */
function addMonths(date: Date, months: number): string {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return iso(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))))
}

function iso(date: Date): string {
  const time = date.getTime()
  return Number.isNaN(time) ? '' : date.toISOString().slice(0, 10)
}

function numbered(given: readonly string[]): Series | null {
  // A formula is a text that must not become another formula.
  if (given.some((value) => value.startsWith('='))) return null
  const parts = given.map((value) => NUMBERED.exec(value))
  const [first] = parts
  if (!first?.[1] || !/\S/.test(first[1]) || !parts.every((part) => part?.[1] === first[1]))
    return null
  // A time, a number with a comma or the like is no name.
  if (/[\d.,:/-]$/.test(first[1])) return null
  const counts = parts.map((part) => Number(part?.[2]))
  const step = given.length === 1 ? 1 : evenStep(counts)
  const width = first[2]?.startsWith('0') ? first[2].length : 0
  if (step === null || !counts.every(Number.isSafeInteger)) return null
  return (index) => {
    const count = (counts[0] ?? 0) + step * index
    return `${first[1]}${count < 0 ? count : String(count).padStart(width, '0')}`
  }
}

/** The step between each two neighbours; null where it is not always the same. */
function evenStep(values: readonly number[]): number | null {
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  for (let index = 2; index < values.length; index += 1) {
    if ((values[index] ?? 0) - (values[index - 1] ?? 0) !== step) return null
  }
  return step
}
