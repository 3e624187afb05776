type Forecast = {
  latitude: number
  longitude: number
  timezone?: string
  current_units?: Record<string, string>
  current: { time: string; temperature_2m: number }
  hourly: { time: string[]; temperature_2m: (number | null)[] }
  daily: { sunrise: string[]; sunset: string[] }
}

/** The weather at a place: the temperature now, and the lowest and highest of the day. */
export function WeatherCard({ forecast }: { forecast: unknown }) {
  if (!isForecast(forecast)) return null
  const { current, daily } = forecast
  const unit = forecast.current_units?.temperature_2m ?? '°C'
  const range = temperatureRange(forecast, current.time.slice(0, 10))
  return (
    <dl className="card weather-card">
      <div className="weather-now">
        <dt className="sr-only">Temperature now</dt>
        <dd>
          {Math.round(current.temperature_2m)}
          <span>{unit}</span>
        </dd>
      </div>
      <div>
        <dt className="sr-only">Place</dt>
        <dd>{formatPlace(forecast)}</dd>
        {range && (
          <>
            <dt className="sr-only">Today</dt>
            <dd className="muted">
              {Math.round(range.min)}° to {Math.round(range.max)}° today
            </dd>
          </>
        )}
        {daily.sunrise[0] && daily.sunset[0] && (
          <>
            <dt className="sr-only">Sun</dt>
            <dd className="muted">
              Sun {formatTime(daily.sunrise[0])} to {formatTime(daily.sunset[0])}
            </dd>
          </>
        )}
      </div>
    </dl>
  )
}

function isForecast(value: unknown): value is Forecast {
  const forecast = value as Partial<Forecast> | null
  return (
    typeof forecast?.current?.temperature_2m === 'number' &&
    Array.isArray(forecast.hourly?.temperature_2m) &&
    Array.isArray(forecast.daily?.sunrise)
  )
}

function temperatureRange({ hourly }: Forecast, day: string) {
  const values = hourly.temperature_2m.filter(
    (value, index): value is number =>
      value !== null && hourly.time[index]?.startsWith(day) === true,
  )
  return values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : null
}

function formatPlace({ latitude, longitude }: Forecast): string {
  const latitudeText = `${Math.abs(latitude).toFixed(1)}° ${latitude < 0 ? 'S' : 'N'}`
  return `${latitudeText}, ${Math.abs(longitude).toFixed(1)}° ${longitude < 0 ? 'W' : 'E'}`
}

/** The hours and minutes of a local ISO 8601 time, as in `07:12`. */
function formatTime(time: string): string {
  return time.slice(11, 16)
}
