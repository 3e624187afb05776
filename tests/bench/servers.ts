import { fileURLToPath } from 'node:url'
import { freeLoopbackPort } from '../../scripts/free-port.ts'
import type { Server } from './bench.ts'
import { CHAT_MODEL, TITLE_MODEL } from './reply-script.ts'
import {
  type ServerProcess,
  type StartOptions,
  startProcess,
  waitForServer,
} from './server-process.ts'

export type BenchServers = {
  ours: Server
  baseline: Server
  worker: ServerProcess
  startWebProcess(options?: StartOptions): Server
  startPackages(): Server
  startLauncher(): Server
  stop(): Promise<void>
}

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Starts the model server, the baseline, the worker and the web process, and waits until they answer. */
export async function startServers(databaseUrl: string, dataDir: string): Promise<BenchServers> {
  const [modelPort, baselinePort, webPort, sparePort] = await freePorts(4)
  const modelUrl = `http://127.0.0.1:${modelPort}/v1`
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    HOST: '127.0.0.1',
    DRAIN_DELAY_SECONDS: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    OPENAI_BASE_URL: modelUrl,
    CHAT_MODEL_SMALL: CHAT_MODEL,
    CHAT_MODEL_LARGE: CHAT_MODEL,
    CHAT_MODEL_REASONING: CHAT_MODEL,
    TITLE_MODEL,
    ARTIFACT_MODEL: CHAT_MODEL,
  }
  const start = (script: string, port: string, options?: StartOptions): Server => ({
    ...startProcess(path(script), { ...env, PORT: port }, options),
    url: `http://127.0.0.1:${port}`,
  })
  const web = (port: string, options?: StartOptions) => start('../../server.ts', port, options)
  const model = startProcess(path('./model-server.ts'), { PORT: modelPort })
  const baseline = startProcess(path('./baseline/server.ts'), { ...env, PORT: baselinePort })
  const worker = startProcess(path('../../worker/index.ts'), env)
  const ours = web(webPort)
  const servers: BenchServers = {
    ours,
    baseline: { ...baseline, url: `http://127.0.0.1:${baselinePort}` },
    worker,
    startWebProcess: (options) => web(sparePort, options),
    startPackages: () => start('./baseline/packages-server.ts', sparePort),
    startLauncher: () => start('../../scripts/start.js', sparePort),
    async stop() {
      await Promise.all([ours, worker].map((server) => server.stop()))
      await Promise.all([baseline, model].map((server) => server.stop()))
    },
  }
  try {
    const ready = Promise.all(
      [modelUrl, servers.baseline.url, ours.url].map((url) => waitForServer(url)),
    )
    await Promise.race([ready, ...[model, baseline, worker, ours].map(({ ended }) => ended)])
    return servers
  } catch (error) {
    await servers.stop()
    throw error
  }
}

async function freePorts(count: 4): Promise<[string, string, string, string]> {
  const ports = new Set<string>()
  while (ports.size < count) ports.add(String(await freeLoopbackPort()))
  const [a = '', b = '', c = '', d = ''] = ports
  return [a, b, c, d]
}
