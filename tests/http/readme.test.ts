import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

const run = promisify(execFile)

let app: TestApp
let folder: string
let commands: string[]

beforeAll(async () => {
  app = await startApp({ worker: true })
  folder = await mkdtemp(join(tmpdir(), 'parley-readme-'))
  await cp(new URL('../../public', import.meta.url), join(folder, 'public'), { recursive: true })
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  commands = [...readme.matchAll(/```sh\n(curl [\s\S]*?)```/g)].map(([, command = '']) =>
    command.trim().replaceAll('http://localhost:3000', app.url),
  )
})

afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function bash(command: string | undefined): Promise<string> {
  const { stdout } = await run('bash', ['-c', command ?? 'false'], { cwd: folder })
  return stdout
}

/** Starts a command that prints a streamed reply. */
function startReading(command: string | undefined) {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: folder })
  let printed = ''
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (data) => {
      printed += data
      if (printed.includes('\n0:')) resolve()
    })
  })
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(printed)))
  return {
    /** Resolves with the first words of the reply. */
    begun,
    /** Resolves at the end, with all that was printed. */
    ended,
    /** Presses Ctrl-C. */
    interrupt: () => void child.kill('SIGINT'),
  }
}

test('the commands of the README work, one after the other', async () => {
  expect(commands).toHaveLength(9)
  const [register, chat, resume, stop, read, history, remove, save, upload] = commands

  expect(JSON.parse(await bash(register))).toMatchObject({ user: { email: 'ada@example.com' } })
  const first = startReading(chat)
  await first.begun
  first.interrupt()
  expect(await first.ended).toMatch(/^f:.*\n0:/)
  const resumed = startReading(resume)
  await resumed.begun
  await bash(stop)
  expect(await resumed.ended).toMatch(/^f:.*\n0:/)
  const stored = JSON.parse(await bash(read))
  expect(stored.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', status: 'stopped' },
  ])
  expect(JSON.parse(await bash(history)).chats).toMatchObject([{ id: stored.id }])
  expect(await bash(remove)).toBe('Chat deleted')
  expect(JSON.parse(await bash(save))).toMatchObject({ title: 'Notes', kind: 'text' })
  expect(JSON.parse(await bash(upload))).toMatchObject({ contentType: 'image/png' })
})
