/** What the card of a forecast shows; null where the forecast does not say it. */
export type ShownForecast = {
  temperature: number
  unit: string
  /** Degrees, north and east positive. */
  place: { latitude: number; longitude: number } | null
  /** The lowest and highest temperature of the day. */
  range: { min: number; max: number } | null
  /** Local times in ISO 8601. */
  sun: { rise: string; set: string } | null
}

/** Hours that are looked at: of the 16 days that a forecast has at most. */
const MOST_HOURS = 16 * 24

/**
 * Reads the output of the tool `getWeather`. Each field is checked, because a
 * client may store anything as the output of a tool, and whoever opens the chat
 * shows it.
 *
 * @returns null when the output does not even have a temperature
 */
export function readForecast(output: unknown): ShownForecast | null {
  const { latitude, longitude, current, current_units, hourly, daily } = recordOf(output)
  const { time, temperature_2m: temperature } = recordOf(current)
  if (typeof temperature !== 'number') return null
  const { temperature_2m: unit } = recordOf(current_units)
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number'
  return {
    temperature,
    unit: typeof unit === 'string' ? unit : '°C',
    place: hasPlace ? { latitude, longitude } : null,
    range: typeof time === 'string' ? rangeOfDay(recordOf(hourly), time.slice(0, 10)) : null,
    sun: sunOf(recordOf(daily)),
  }
}

function rangeOfDay(hourly: Record<string, unknown>, day: string): ShownForecast['range'] {
  const times = listOf(hourly.time)
  const temperatures = listOf(hourly.temperature_2m)
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let hour = 0; hour < Math.min(times.length, temperatures.length, MOST_HOURS); hour += 1) {
    const time = times[hour]
    const temperature = temperatures[hour]
    if (typeof time !== 'string' || !time.startsWith(day) || typeof temperature !== 'number')
      continue
    min = Math.min(min, temperature)
    max = Math.max(max, temperature)
  }
  return min <= max ? { min, max } : null
}

function sunOf(daily: Record<string, unknown>): ShownForecast['sun'] {
  const [rise] = listOf(daily.sunrise)
  const [set] = listOf(daily.sunset)
  return typeof rise === 'string' && typeof set === 'string' && rise && set ? { rise, set } : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
