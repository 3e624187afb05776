import { readForecast, type ShownForecast } from './read-forecast.ts'

/** The weather at a place: the temperature now, and the lowest and highest of the day. */
export function WeatherCard({ forecast }: { forecast: unknown }) {
  const shown = readForecast(forecast)
  if (!shown) return null
  const { temperature, unit, place, range, sun } = shown
  return (
    <dl className="card weather-card">
      <div className="weather-now">
        <dt className="sr-only">Temperature now</dt>
        <dd>
          {Math.round(temperature)}
          <span>{unit}</span>
        </dd>
      </div>
      <div>
        {place && (
          <>
            <dt className="sr-only">Place</dt>
            <dd>{formatPlace(place)}</dd>
          </>
        )}
        {range && (
          <>
            <dt className="sr-only">Today</dt>
            <dd className="muted">
              {Math.round(range.min)}° to {Math.round(range.max)}° today
            </dd>
          </>
        )}
        {sun && (
          <>
            <dt className="sr-only">Sun</dt>
            <dd className="muted">
              Sun {formatTime(sun.rise)} to {formatTime(sun.set)}
            </dd>
          </>
        )}
      </div>
    </dl>
  )
}

function formatPlace({ latitude, longitude }: NonNullable<ShownForecast['place']>): string {
  const latitudeText = `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}`
  return `${latitudeText}, ${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`
}

/** The hours and minutes of a local ISO 8601 time, as in `07:12`. */
function formatTime(time: string): string {
  return time.slice(11, 16)
}
