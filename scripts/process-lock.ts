import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProcessLock = { release(): Promise<void> }

/**
 * Takes a lock on a folder, which lasts until it is released or this process
 * ends. The lock is a listening socket: the kernel closes it even when the
 * process is killed, so that no outdated lock remains, as a file with a process
 * id in it would.
 *
 * @param folder an existing folder; different paths to one folder mean the same lock
 * @param purpose distinguishes several locks on one folder
 * @returns the lock, or the process id of its holder (0 if it does not answer)
 */
export async function takeLock(
  folder: string,
  purpose: string,
): Promise<ProcessLock | { heldBy: number }> {
  const address = lockAddress(folder, purpose)
  for (let attempt = 0; ; attempt += 1) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(String(process.pid))
    })
    if (await tryToListen(server, address)) {
      server.unref()
      return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    }
    const heldBy = await askHolder(address)
    if (heldBy !== undefined) return { heldBy }
    // Nobody answers: the holder has just ended. Where sockets are files, its file remains.
    if (attempt >= 20) return { heldBy: 0 }
    if (!address.startsWith('\0')) rmSync(address, { force: true })
    await sleep(50)
  }
}

/**
 * Like {@link takeLock}, but waits until the lock is free.
 *
 * @param timeout milliseconds
 * @throws Error that names the holder, after that time
 */
export async function waitForLock(
  folder: string,
  purpose: string,
  timeout: number,
): Promise<ProcessLock> {
  const deadline = Date.now() + timeout
  for (;;) {
    const lock = await takeLock(folder, purpose)
    if ('release' in lock) return lock
    if (Date.now() > deadline) {
      throw new Error(
        `Process ${lock.heldBy} has been busy (${purpose}) in ${folder} for too long; stop it and try again.`,
      )
    }
    await sleep(100)
  }
}

function lockAddress(folder: string, purpose: string): string {
  const { dev, ino } = statSync(folder)
  const key = createHash('sha256').update(`${dev}:${ino}:${purpose}`).digest('hex').slice(0, 24)
  // Names that start with a zero byte are Linux's abstract sockets: they need no file.
  return process.platform === 'linux' ? `\0parley-${key}` : join(tmpdir(), `parley-${key}.sock`)
}

function tryToListen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(address, () => resolve(true))
  })
}

/** Asks for the holder's process id; undefined when nobody holds the lock any more. */
function askHolder(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setTimeout(1_000, () => {
      socket.destroy()
      resolve(0)
    })
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('end', () => resolve(Number(answer) || 0))
    socket.on('error', () => resolve(undefined))
  })
}
