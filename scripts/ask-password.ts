import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

/** Far more than the longest password. */
const MAX_INPUT_BYTES = 8 * 1024

/**
 * Asks the person at the terminal for a password, twice, without showing what
 * is typed; or reads one line of standard input, where that is no terminal.
 *
 * @throws Error when the two differ, or nothing came
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine()
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // One for both questions: between two, the terminal would show what is typed.
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    const password = await ask(lines, 'Password: ')
    if ((await ask(lines, 'The same again: ')) === password) return password
  } finally {
    lines.close()
  }
  throw new Error('The two passwords differ. Try again.')
}

function ask(lines: Interface, question: string): Promise<string> {
  process.stderr.write(question)
  return new Promise<string>((resolve, reject) => {
    lines.question('', resolve)
    // Ctrl-C and Ctrl-D; after an answer it changes nothing.
    lines.once('close', () => reject(new Error('Nothing was done.')))
  }).finally(() => process.stderr.write('\n'))
}

async function readLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > MAX_INPUT_BYTES) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (!line) throw new Error('Standard input holds no password.')
  return line
}
