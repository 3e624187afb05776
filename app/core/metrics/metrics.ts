import { Counter, Histogram, Registry } from 'prom-client'
import type { MessageUsage } from '#db/entities/message.ts'

/**
 * What a process counts for `GET /metrics`. Labels come from closed sets (route
 * patterns, model names, statuses) and are never ids, so that the number of
 * series is bounded. docs/operations.md says what each metric means.
 */
export type Metrics = {
  registry: Registry
  requestEnded(request: { method: string; route: string; status: number; seconds: number }): void
  /** A request was refused by a rate limit. */
  rateLimited(limit: string): void
  /** The first part of a reply was written, so many seconds after the start of its turn. */
  firstPart(model: string, seconds: number): void
  replyEnded(reply: { model: string; outcome: string; usage: MessageUsage }): void
}

const REQUEST_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 120]
const FIRST_DELTA_SECONDS = [0.01, 0.03, 0.1, 0.3, 0.6, 1, 2, 5, 10, 30, 60]

/** Makes the counters of a process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'HTTP requests answered, by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'From the request to the last byte of its answer; of a streamed reply, the whole stream.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const limited = new Counter({
    name: 'parley_rate_limited_total',
    help: 'Requests refused with 429, by limit.',
    labelNames: ['limit'],
    registers,
  })
  const firstPart = new Histogram({
    name: 'parley_reply_first_delta_seconds',
    help: 'From the start of a turn to the first part of its reply, by model.',
    labelNames: ['model'],
    buckets: FIRST_DELTA_SECONDS,
    registers,
  })
  const replies = new Counter({
    name: 'parley_replies_total',
    help: 'Replies that ended, by model and outcome.',
    labelNames: ['model', 'outcome'],
    registers,
  })
  const tokens = new Counter({
    name: 'parley_tokens_total',
    help: 'Tokens of replies as the provider counted them, by model and kind; reasoning is part of output.',
    labelNames: ['model', 'kind'],
    registers,
  })
  return {
    registry,
    requestEnded({ method, route, status, seconds }) {
      requests.inc({ method, route, status }, 1)
      duration.observe({ method, route }, seconds)
    },
    rateLimited: (limit) => limited.inc({ limit }),
    firstPart: (model, seconds) => firstPart.observe({ model }, seconds),
    replyEnded({ model, outcome, usage }) {
      replies.inc({ model, outcome })
      if (usage.inputTokens) tokens.inc({ model, kind: 'input' }, usage.inputTokens)
      if (usage.outputTokens) tokens.inc({ model, kind: 'output' }, usage.outputTokens)
      if (usage.reasoningTokens) tokens.inc({ model, kind: 'reasoning' }, usage.reasoningTokens)
    },
  }
}

/**
 * Measures how long a reply takes to its first part.
 *
 * @param startedAt when its turn started, as `performance.now()` gave it
 */
export async function observeFirstPart(
  metrics: Metrics,
  reply: { firstPart: Promise<'started' | 'failed'> },
  model: string,
  startedAt: number,
): Promise<void> {
  if ((await reply.firstPart) === 'failed') return
  metrics.firstPart(model, (performance.now() - startedAt) / 1_000)
}
