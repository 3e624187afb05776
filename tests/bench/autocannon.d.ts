/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  export type Request = {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }

  export type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests: Request[]
  }

  export type Result = {
    requests: { average: number; total: number }
    duration: number
    non2xx: number
    errors: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
