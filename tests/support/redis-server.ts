import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freeLoopbackPort } from '../../scripts/free-port.ts'

export type RedisServer = {
  url: string
  /** Stops it; its data is kept on disk. */
  stop(): Promise<void>
  /** Starts it again, at the same address, with its data. */
  start(): Promise<void>
  /** Stops it and deletes its data. */
  close(): Promise<void>
}

/** Whether this machine has a Redis to start. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** Starts a Redis of the test's own on a free port, for the test to stop and start. */
export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  const port = await freeLoopbackPort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start() {
    const settings = { port, bind: '127.0.0.1', dir: folder, save: '3600 1', loglevel: 'warning' }
    const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`])
    child = spawn('redis-server', options, { stdio: 'ignore' })
    const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }

  async function stop() {
    const running = child
    child = undefined
    if (!running) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGTERM')
    await ended
  }

  await start()
  return {
    url,
    start,
    stop,
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
