import type { ForecastHour } from './read-forecast.ts'

const WIDTH = 240
const HEIGHT = 40
/** Hours between two that are named. */
const STEP = 3

/** The temperatures of the coming hours as a line, with every third one named; nights are shaded. */
export function WeatherChart({ hours }: { hours: ForecastHour[] }) {
  const columns = Math.ceil(hours.length / STEP)
  const x = (hour: number) => ((hour / STEP + 0.5) / columns) * WIDTH
  const temperatures = hours.map(({ temperature }) => temperature)
  const min = Math.min(...temperatures)
  const span = Math.max(...temperatures) - min || 1
  // A line that is level stands in the middle.
  const y = (temperature: number) => HEIGHT - 3 - ((temperature - min) / span) * (HEIGHT - 6)
  const points = hours.map(({ temperature }, hour) => `${round(x(hour))},${round(y(temperature))}`)
  return (
    <div className="weather-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {nightsOf(hours).map(([from, to]) => (
          <rect
            key={from}
            x={round(x(from - 0.5))}
            width={round(x(to + 0.5) - x(from - 0.5))}
            height={HEIGHT}
          />
        ))}
        <polyline points={points.join(' ')} />
      </svg>
      <ol aria-label="The coming hours">
        {hours
          .filter((_, hour) => hour % STEP === 0)
          .map(({ time, temperature }) => (
            <li key={time}>
              <span>{time.slice(11, 16)}</span>
              <b>{`${Math.round(temperature) || 0}°`}</b>
            </li>
          ))}
      </ol>
    </div>
  )
}

/** The first and last hour of each night. */
function nightsOf(hours: ForecastHour[]): [number, number][] {
  const nights: [number, number][] = []
  for (const [hour, { isNight }] of hours.entries()) {
    if (!isNight) continue
    const last = nights.at(-1)
    if (last?.[1] === hour - 1) last[1] = hour
    else nights.push([hour, hour])
  }
  return nights
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
