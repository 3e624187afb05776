import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, readEnvOrExit } from '#core/env.server.ts'
import { freeLoopbackPort, tryToListen } from './free-port.ts'

/** The variables that the launcher itself looks at, with the port that was chosen. */
export type LauncherSettings = Pick<
  Env,
  'HOST' | 'BASE_URL' | 'DATA_DIR' | 'DATABASE_URL' | 'DRAIN_SECONDS'
> & {
  port: number
  /** Whether the built-in demo model answers. */
  isDemo: boolean
}

const PORT_RELEASE_MS = 2_000

/**
 * Reads the environment variables and chooses the port. Wrong variables end the
 * process.
 *
 * @throws Error that says what to do, when the port cannot be used
 */
export async function readLauncherSettings(): Promise<LauncherSettings> {
  const env = readEnvOrExit()
  const { HOST, BASE_URL, DATA_DIR, DATABASE_URL, DRAIN_SECONDS } = env
  return {
    ...{ HOST, BASE_URL, DATA_DIR, DATABASE_URL, DRAIN_SECONDS },
    port: await choosePort(env),
    isDemo: !env.OPENAI_API_KEY && !env.OPENAI_BASE_URL,
  }
}

async function choosePort(env: Env): Promise<number> {
  if (env.PORT === 0) return freeLoopbackPort()
  // If the previous launcher was killed a moment ago, its web process still has to notice and end.
  const deadline = Date.now() + PORT_RELEASE_MS
  let errorCode = await tryToListen(env.PORT, env.HOST)
  while (errorCode === 'EADDRINUSE' && Date.now() < deadline) {
    await sleep(100)
    errorCode = await tryToListen(env.PORT, env.HOST)
  }
  if (!errorCode) return env.PORT
  if (errorCode === 'EADDRINUSE') {
    throw new Error(
      `Port ${env.PORT} is taken by another program. Stop it, or choose another port: PORT=${env.PORT + 1} npm start`,
    )
  }
  throw new Error(
    `Cannot listen on ${env.HOST}, port ${env.PORT} (${errorCode}). Check HOST and PORT.`,
  )
}
