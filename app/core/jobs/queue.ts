import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  type Job,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import { Redis } from 'ioredis'
import type { ServiceEnv } from '#core/env.server.ts'
import { isConnectionDown } from '../database-down.ts'
import { type AnyJobPayload, type JobName, QUEUE_NAMES, type QueueKind } from './catalogue.ts'

export type JobsQueue = Queue<AnyJobPayload, unknown, JobName>
export type JobsWorker = Worker<AnyJobPayload, unknown, JobName>

/**
 * Connections that BullMQ's Postgres backend may open for each queue: to add
 * jobs, and to work on them. A worker opens one more, to be told of new jobs.
 */
const ADDING_CONNECTIONS = 2
const WORKING_CONNECTIONS = 3
const RECONNECT_MS = 1_000

type BackendEnv = Pick<ServiceEnv, 'REDIS_URL' | 'QUEUE_PREFIX' | 'DATABASE_URL'>

/** A job that a worker has taken. */
export type TakenJob = Job<AnyJobPayload, unknown, JobName>

/** @param token tells the queue that this worker has the job */
type RunJob = (job: TakenJob, token: string) => Promise<unknown>

/**
 * Opens a queue for adding jobs: on Redis where `REDIS_URL` is set, else on
 * BullMQ's own Postgres backend, in the schema `bullmq` of the same database.
 */
export function createQueue(env: BackendEnv, kind: QueueKind): JobsQueue {
  if (env.REDIS_URL) {
    const options: QueueOptions = {
      prefix: env.QUEUE_PREFIX,
      // A producer must not hold a request while Redis is away: its commands
      // fail after two reconnects, and the clean-up job catches up. Its first
      // connection is waited for: BullMQ keeps a failure of that one for good.
      connection: connectToRedis(env.REDIS_URL),
    }
    return new Queue(QUEUE_NAMES[kind], options) as unknown as JobsQueue
  }
  const backend = withBackend(createReconnectingBackend)
  return new backend.Queue(QUEUE_NAMES[kind], {
    connection: postgresConnection(env.DATABASE_URL, ADDING_CONNECTIONS),
  }) as unknown as JobsQueue
}

/** Opens a queue for working on its jobs; see {@link createQueue}. */
export function createWorker(
  env: BackendEnv,
  kind: QueueKind,
  run: RunJob,
  options: Pick<
    WorkerOptions,
    'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay'
  >,
): JobsWorker {
  const processor = (job: unknown, token = '') => run(job as TakenJob, token)
  if (env.REDIS_URL) {
    return new Worker(QUEUE_NAMES[kind], processor, {
      ...options,
      prefix: env.QUEUE_PREFIX,
      connection: connectToRedis(env.REDIS_URL, { maxRetriesPerRequest: null }),
    }) as unknown as JobsWorker
  }
  const backend = withBackend(createReconnectingBackend)
  return new backend.Worker(QUEUE_NAMES[kind], processor, {
    ...options,
    connection: postgresConnection(env.DATABASE_URL, WORKING_CONNECTIONS),
  }) as unknown as JobsWorker
}

/**
 * Opens a Redis connection that comes back by itself, at most two seconds
 * after Redis does.
 */
export function connectToRedis(
  url: string,
  options: { maxRetriesPerRequest?: number | null; commandTimeout?: number } = {},
): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 2,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    ...options,
  })
  // Without a listener an error event would end the process; BullMQ and
  // ioredis reconnect, and each failed command reports to its caller.
  redis.on('error', () => {})
  return redis
}

/**
 * BullMQ's Postgres backend, for a process that may start before its database
 * is there: BullMQ keeps the failure of its first connect for good, this one
 * tries again until it succeeds.
 */
const createReconnectingBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args)
  const { connection } = backend
  const connect = connection.waitUntilReady.bind(connection)
  let ready: Promise<void> | undefined

  async function connectWithRetries() {
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (connection.isClosing || !isConnectionDown(error)) throw error
        Object.assign(connection, { readyPromise: undefined })
        await sleep(RECONNECT_MS)
      }
    }
  }
  connection.waitUntilReady = () => {
    ready ??= connectWithRetries()
    return ready
  }
  return backend
}

function postgresConnection(connectionString: string, max: number) {
  return { connectionString, max, migrate: true, keepAlive: true }
}
