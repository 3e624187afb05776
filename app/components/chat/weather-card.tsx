import { readForecast, type ShownForecast } from './read-forecast.ts'
import { WeatherChart } from './weather-chart.tsx'

/** The weather at a place: the temperature now, the lowest and highest of the day, and the coming hours. */
export function WeatherCard({ forecast }: { forecast: unknown }) {
  const shown = readForecast(forecast)
  if (!shown) return null
  const { temperature, unit, time, isNight, place, range, sun, hours } = shown
  return (
    <section className="card weather-card" aria-label="Weather">
      <span className={`icon ${isNight ? 'i-moon' : 'i-sun'}`} aria-hidden="true" />
      <p className="weather-now">
        <span className="sr-only">{isNight ? 'Now, at night: ' : 'Now: '}</span>
        {Math.round(temperature) || 0}
        <span>{unit}</span>
      </p>
      <ul className="weather-facts">
        {range && (
          <li>{`High ${Math.round(range.max) || 0}° · Low ${Math.round(range.min) || 0}°`}</li>
        )}
        {sun && <li className="muted">{`Sun ${clock(sun.rise)} to ${clock(sun.set)}`}</li>}
        {(place || time) && (
          <li className="muted">
            {[place && formatPlace(place), time && `${clock(time)} there`]
              .filter(Boolean)
              .join(' · ')}
          </li>
        )}
      </ul>
      {hours.length > 0 && <WeatherChart hours={hours} />}
    </section>
  )
}

function formatPlace({ latitude, longitude }: NonNullable<ShownForecast['place']>): string {
  const latitudeText = `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}`
  return `${latitudeText}, ${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`
}

/** The hours and minutes of a local ISO 8601 time, as in `07:12`. */
function clock(time: string): string {
  return time.slice(11, 16)
}
