/** What the card of a forecast shows; null where the forecast does not say it. */
export type ShownForecast = {
  temperature: number
  unit: string
  /** The local time of the temperature, in ISO 8601. */
  time: string | null
  isNight: boolean
  /** Degrees, north and east positive. */
  place: { latitude: number; longitude: number } | null
  /** The lowest and highest temperature of the day. */
  range: { min: number; max: number } | null
  /** Local times in ISO 8601. */
  sun: { rise: string; set: string } | null
  /** From the hour of the temperature on; none when there are not enough for a chart. */
  hours: ForecastHour[]
}

export type ForecastHour = { time: string; temperature: number; isNight: boolean }

type Suns = Map<string, { rise: string; set: string }>

/** Hours that are looked at: of the 16 days that a forecast has at most. */
const MOST_HOURS = 16 * 24
/** Hours of the chart, to that behind the last named one, and the fewest of which there is one. */
const SHOWN_HOURS = 23
const FEWEST_HOURS = 6
/** Beyond any weather, in any unit. */
const MOST_DEGREES = 1_000
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

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
  if (!isTemperature(temperature)) return null
  const { temperature_2m: unit } = recordOf(current_units)
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number'
  const now = isLocalTime(time) ? time : null
  const suns = sunsOf(recordOf(daily))
  const hours = hoursOf(recordOf(hourly), suns)
  const coming = now ? hours.filter((hour) => hour.time.slice(0, 13) >= now.slice(0, 13)) : []
  return {
    temperature,
    unit: typeof unit === 'string' && unit.length <= 4 ? unit : '°C',
    time: now,
    isNight: now !== null && isNight(now, suns),
    place: hasPlace ? { latitude, longitude } : null,
    range: now ? rangeOfDay(hours, now.slice(0, 10)) : null,
    sun: (now && suns.get(now.slice(0, 10))) || null,
    hours: coming.length >= FEWEST_HOURS ? coming.slice(0, SHOWN_HOURS) : [],
  }
}

function hoursOf(hourly: Record<string, unknown>, suns: Suns): ForecastHour[] {
  const temperatures = listOf(hourly.temperature_2m)
  return listOf(hourly.time)
    .slice(0, MOST_HOURS)
    .flatMap((time, index) => {
      const temperature = temperatures[index]
      if (!isLocalTime(time) || !isTemperature(temperature)) return []
      return [{ time, temperature, isNight: isNight(time, suns) }]
    })
}

function rangeOfDay(hours: ForecastHour[], day: string): ShownForecast['range'] {
  const temperatures = hours
    .filter(({ time }) => time.startsWith(day))
    .map(({ temperature }) => temperature)
  if (temperatures.length === 0) return null
  return { min: Math.min(...temperatures), max: Math.max(...temperatures) }
}

/** When the sun rises and sets, by day. */
function sunsOf({ sunrise, sunset }: Record<string, unknown>): Suns {
  const sets = listOf(sunset)
  const suns: Suns = new Map()
  for (const [index, rise] of listOf(sunrise)
    .slice(0, MOST_HOURS / 24)
    .entries()) {
    const set = sets[index]
    if (isLocalTime(rise) && isLocalTime(set)) suns.set(rise.slice(0, 10), { rise, set })
  }
  return suns
}

function isNight(time: string, suns: Suns): boolean {
  const sun = suns.get(time.slice(0, 10))
  return sun !== undefined && (time < sun.rise || time >= sun.set)
}

function isTemperature(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < MOST_DEGREES
}

function isLocalTime(value: unknown): value is string {
  return typeof value === 'string' && LOCAL_TIME.test(value)
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
