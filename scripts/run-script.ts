import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { projectRoot } from './project-root.ts'

const MAX_OUTPUT_CHARS = 64 * 1024

type Options = {
  /** Begins the text of an error, such as "The build". */
  what: string
  env: NodeJS.ProcessEnv
  /** Milliseconds after which the script is stopped. */
  timeout: number
  /** Stops the script. */
  signal?: AbortSignal | undefined
  /** Receives each line of its standard output. */
  onLine?: (line: string) => void
}

/**
 * Runs a script in a Node process of its own, from the project's folder, and
 * waits until it has ended.
 *
 * @param command Node's arguments: flags, the script and its own arguments
 * @throws Error with the end of what it has printed, when it fails or is stopped
 */
export function runScript(command: string[], options: Options): Promise<void> {
  const { what, env, timeout, signal, onLine } = options
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      signal,
    })
    let output = ''
    const keepEnd = (data: Buffer) => {
      output = (output + data.toString()).slice(-MAX_OUTPUT_CHARS)
    }
    child.stdout.on('data', keepEnd)
    child.stderr.on('data', keepEnd)
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} failed (${killedBy ?? `exit status ${code}`}):\n${output}`))
    })
  })
}
