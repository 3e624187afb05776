import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOURS = Array.from({ length: 48 }, (_, hour) => hour)
const timeAt = (hour: number) =>
  `2026-11-2${hour < 24 ? 2 : 3}T${String(hour % 24).padStart(2, '0')}:00`

/** What the forecast service answers: for each hour of a day as many degrees, unless told otherwise. */
export function sampleForecast({
  place = { latitude: 52.5, longitude: 13.4 },
  now = 7.4,
  degreesAt = (hour: number) => hour,
} = {}) {
  return {
    ...place,
    current_units: { temperature_2m: '°C' },
    current: { time: '2026-11-22T15:15', temperature_2m: now },
    hourly: { time: HOURS.map(timeAt), temperature_2m: HOURS.map((hour) => degreesAt(hour % 24)) },
    daily: {
      time: ['2026-11-22'],
      sunrise: ['2026-11-22T07:36'],
      sunset: ['2026-11-22T16:01'],
    },
  }
}

export type FakeWeather = {
  /** What `WEATHER_BASE_URL` takes. */
  url: string
  close(): void
}

/** Starts a local forecast service that has one answer. */
export async function startFakeWeather(forecast = sampleForecast()): Promise<FakeWeather> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(forecast))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
