import { setTimeout as sleep } from 'node:timers/promises'
import { tool, zodSchema } from 'ai'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import type { ToolContext } from './tool-context.ts'

const TIMEOUT_MS = 10_000
/** Before the one retry. */
const RETRY_AFTER_MS = 300
/** A forecast of seven days by the hour is about 10 kB. */
const MAX_BYTES = 256 * 1024

/** Degrees, north and east positive. */
export const weatherInput = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})

/** Built once, because its JSON schema goes with every call of the model. */
const input = zodSchema(weatherInput)

const numbers = z.array(z.number().nullable())

/** The fields of a forecast that the tool returns (https://open-meteo.com/en/docs). */
const forecast = z.object({
  latitude: z.number(),
  longitude: z.number(),
  timezone: z.string().optional(),
  utc_offset_seconds: z.number().optional(),
  elevation: z.number().optional(),
  current_units: z.record(z.string(), z.string()).optional(),
  current: z.object({
    time: z.string(),
    interval: z.number().optional(),
    temperature_2m: z.number(),
  }),
  hourly_units: z.record(z.string(), z.string()).optional(),
  hourly: z.object({ time: z.array(z.string()), temperature_2m: numbers }),
  daily_units: z.record(z.string(), z.string()).optional(),
  daily: z.object({
    time: z.array(z.string()),
    sunrise: z.array(z.string()),
    sunset: z.array(z.string()),
  }),
})

export type Forecast = z.infer<typeof forecast>

/**
 * The tool `getWeather` (docs/interface.md, "Tools"): the forecast at a place.
 *
 * @param retryAfterMs milliseconds before the one retry
 */
export function getWeatherTool(
  { weatherBaseUrl }: Pick<ToolContext, 'weatherBaseUrl'>,
  retryAfterMs: number = RETRY_AFTER_MS,
) {
  return tool({
    description: 'Get the current weather and the forecast at a location',
    inputSchema: input,
    execute: ({ latitude, longitude }, { abortSignal }) =>
      fetchForecast(forecastUrl(weatherBaseUrl, latitude, longitude), retryAfterMs, abortSignal),
  })
}

function forecastUrl(baseUrl: string, latitude: number, longitude: number): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/v1/forecast`)
  url.search = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    current: 'temperature_2m',
    hourly: 'temperature_2m',
    daily: 'sunrise,sunset',
    timezone: 'auto',
  }).toString()
  return url
}

/**
 * Fetches a forecast; tries once more after a failure that may be temporary.
 *
 * @throws {AppError} unavailable, with a text for the user
 */
async function fetchForecast(
  url: URL,
  retryAfterMs: number,
  callerSignal?: AbortSignal,
): Promise<Forecast> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout
  try {
    return await requestForecast(url, signal).catch(async (error: unknown) => {
      if (signal.aborted || error instanceof PermanentError) throw error
      await sleep(retryAfterMs, undefined, { signal })
      return requestForecast(url, signal)
    })
  } catch (cause) {
    if (callerSignal?.aborted) throw cause
    throw new AppError(
      'unavailable',
      'The weather service does not answer as it should. Try again in a moment.',
      { cause },
    )
  }
}

/** A failure that would repeat itself if the request were tried again. */
class PermanentError extends Error {
  override name = 'PermanentError'
}

async function requestForecast(url: URL, signal: AbortSignal): Promise<Forecast> {
  const response = await fetch(url, { signal, headers: { Accept: 'application/json' } })
  if (!response.ok) {
    await response.body?.cancel()
    const message = `The weather service answered ${response.status}.`
    const isTemporary = response.status === 429 || response.status >= 500
    throw isTemporary ? new Error(message) : new PermanentError(message)
  }
  const parsed = forecast.safeParse(JSON.parse(await readBounded(response)))
  if (!parsed.success) {
    throw new PermanentError('The weather service sent no forecast.', { cause: parsed.error })
  }
  return parsed.data
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new PermanentError('The weather service sent too much.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
