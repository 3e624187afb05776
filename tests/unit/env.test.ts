import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#core/env.server.ts'

const example = readFileSync('.env.example', 'utf8')
const readme = readFileSync('README.md', 'utf8')

/** Set by the commands themselves; not for operators. */
const OWN = ['NODE_ENV']

/** The values of .env.example that are no defaults. */
const SAMPLES = [
  'BASE_URL',
  'OPENAI_BASE_URL',
  'OPENAI_API',
  'FOREIGN_IMAGE_URLS',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'MAIL_FROM',
  // The default of `npm start`, which is what reads the file, and of accounts.
  'DRAIN_DELAY_SECONDS',
  'TOKENS_PER_DAY',
]

const source = readFileSync('app/core/env.server.ts', 'utf8')
const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)]
  .map(([, name = '']) => name)
  .filter((name) => !OWN.includes(name))

/** The lines of .env.example, as if they were set. */
const values = new Map(
  [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

describe('the environment variables', () => {
  test('are all in .env.example, once, and nothing else is', () => {
    expect([...values.keys()].sort()).toEqual([...names].sort())
    expect(example.match(/^#[A-Z_]+=/gm)).toHaveLength(names.length)
  })

  test('are all in the table of the README', () => {
    const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
    for (const name of names) {
      expect(rows.filter((row) => row.split(' | ')[0]?.includes(`\`${name}\``))).toHaveLength(1)
    }
  })

  test('have their defaults in .env.example, or a value that is accepted', () => {
    const defaults = readEnv({})
    expect(() => readEnv(Object.fromEntries(values))).not.toThrow()
    for (const [name, value] of values) {
      if (value === '' || SAMPLES.includes(name)) continue
      expect(`${name}=${readEnv({ [name]: value })[name as keyof typeof defaults]}`).toBe(
        `${name}=${defaults[name as keyof typeof defaults]}`,
      )
    }
  })

  test('a fault shows the wrong value, unless it is a secret', () => {
    expect(() => readEnv({ TOKENS_PER_DAY: 'many' })).toThrow('TOKENS_PER_DAY: "many" is not valid')
    const fault = () => readEnv({ DATABASE_URL: 'mysql://root:secret@host/db' })
    expect(fault).toThrow('DATABASE_URL: its value (hidden) is not valid')
    expect(fault).not.toThrow('secret')
  })

  test('mails need the public address, and their password is a secret', () => {
    const SMTP_URL = 'smtps://ada:horse@smtp.example.com:465'
    expect(() => readEnv({ SMTP_URL })).toThrow(
      'BASE_URL: not set; it must be set where SMTP_URL is',
    )
    expect(readEnv({ SMTP_URL, BASE_URL: 'https://chat.example.com' }).SMTP_URL).toBe(SMTP_URL)
    const fault = () => readEnv({ SMTP_URL: 'https://ada:horse@smtp.example.com' })
    expect(fault).toThrow('SMTP_URL: its value (hidden) is not valid')
    expect(fault).not.toThrow('horse')
  })
})
