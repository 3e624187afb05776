import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

const run = promisify(execFile)

let app: TestApp
let folder: string
let commands: string[]

beforeAll(async () => {
  app = await startApp({ worker: true })
  folder = await mkdtemp(join(tmpdir(), 'parley-readme-'))
  await cp(new URL('../../docs', import.meta.url), join(folder, 'docs'), { recursive: true })
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

/** Runs a command until it has printed something, then presses Ctrl-C. */
function interrupted(command: string | undefined): Promise<string> {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: folder })
  let printed = ''
  child.stdout.on('data', (data) => {
    printed += data
    if (printed.includes('\n0:')) child.kill('SIGINT')
  })
  return new Promise((resolve) => child.on('close', () => resolve(printed)))
}

it('has a first conversation that works, copied command by command', async () => {
  expect(commands).toHaveLength(9)
  const [register, chat, resume, stop, read, history, remove, save, upload] = commands

  expect(JSON.parse(await bash(register))).toMatchObject({ user: { email: 'ada@example.com' } })
  expect(await interrupted(chat)).toMatch(/^f:.*\n0:/)
  const resumed = bash(resume)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await bash(stop)
  expect(await resumed).toMatch(/^f:.*\n0:/)
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
