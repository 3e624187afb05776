import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { getWeatherTool, weatherInput } from '#core/ai/tools/get-weather.ts'
import { isAppError } from '#core/app-error.ts'
import { mockNetwork } from '#tests/support/network.ts'

const FORECAST = {
  latitude: 48.86,
  longitude: 2.3599,
  timezone: 'Europe/Paris',
  current_units: { time: 'iso8601', temperature_2m: '°C' },
  current: { time: '2026-11-20T08:00', interval: 900, temperature_2m: 7.4 },
  hourly: { time: ['2026-11-20T00:00'], temperature_2m: [6.1] },
  daily: { time: ['2026-11-20'], sunrise: ['2026-11-20T08:08'], sunset: ['2026-11-20T17:02'] },
  generationtime_ms: 0.1,
}

const network = mockNetwork()

type WeatherAnswer = () => Response

/** Gives the answers in turn, the last one to all that follow; returns the tool and the requests. */
function weatherService(...answers: WeatherAnswer[]) {
  const urls: string[] = []
  network.use(
    http.get('https://weather.example/v1/forecast', ({ request }) => {
      const answer = answers[Math.min(urls.length, answers.length - 1)]
      const { pathname, search } = new URL(request.url)
      urls.push(pathname + search)
      return answer?.()
    }),
  )
  const { execute } = getWeatherTool({ weatherBaseUrl: 'https://weather.example/' }, 1)
  return {
    urls,
    call: async (abortSignal?: AbortSignal) =>
      execute?.(
        { latitude: 48.85, longitude: 2.35 },
        { toolCallId: 'c', messages: [], abortSignal, context: {} },
      ),
  }
}

const ok: WeatherAnswer = () => HttpResponse.json(FORECAST)
const status =
  (code: number, body = ''): WeatherAnswer =>
  () =>
    new HttpResponse(body, { status: code })

describe('the tool getWeather', () => {
  test('it requests the forecast of the place and returns what clients show of it', async () => {
    const { call, urls } = weatherService(ok)
    const { generationtime_ms, ...shown } = FORECAST
    expect(await call()).toEqual(shown)
    expect(urls).toEqual([
      '/v1/forecast?latitude=48.85&longitude=2.35&current=temperature_2m&hourly=temperature_2m&daily=sunrise%2Csunset&timezone=auto',
    ])
  })

  test('it tries once more after a temporary failure', async () => {
    const { call, urls } = weatherService(status(503), ok)
    expect(await call()).toMatchObject({ current: { temperature_2m: 7.4 } })
    expect(urls).toHaveLength(2)
  })

  test.each([
    ['keeps failing', status(500), 2],
    ['refuses', status(400), 1],
    ['sends something else', status(200, '{"hello":1}'), 1],
    ['sends no JSON', status(200, 'nonsense'), 2],
    ['sends too much', status(200, ' '.repeat(300_000)), 1],
  ])(
    'it fails with a message for the user when the service %s',
    async (_what, answer, requests) => {
      const { call, urls } = weatherService(answer)
      const error = await call().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(isAppError(error) && error.code).toBe('unavailable')
      expect(String(error)).toContain('weather service')
      expect(urls).toHaveLength(requests)
    },
  )

  test('it ends when the reply is aborted', async () => {
    const controller = new AbortController()
    const { call } = weatherService(() => {
      controller.abort()
      return HttpResponse.json(FORECAST)
    })
    await expect(call(controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  test.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
    { latitude: '48', longitude: 2 },
  ])('the input %o is refused', (input) => {
    expect(weatherInput.safeParse(input).success).toBe(false)
  })
})
