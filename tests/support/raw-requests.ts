import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'

type RawRequest = {
  /** What has come of the answer when its head is there, or when the connection is closed. */
  answer(): Promise<string>
  socket: Socket
}

type SendRaw = (url: string, head: string[], body?: Buffer | string) => RawRequest

/**
 * Gives a function that sends the head of a request and the beginning of its
 * body, each on a connection of its own, which stays open until the end of the
 * test. To be called once, at the top of a file.
 */
export function prepareRawRequests(): SendRaw {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  return function sendRaw(url, head, body = '') {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    sockets.push(socket)
    let received = ''
    const answered = new Promise<string>((resolve) => {
      socket.on('data', (chunk) => {
        received += chunk
        if (received.includes('\r\n\r\n')) resolve(received)
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(received))
    })
    socket.write(`${[...head, 'Host: x', '', ''].join('\r\n')}`)
    socket.write(body)
    return { answer: () => answered, socket }
  }
}
