import { spawn } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '#http/openapi/types.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { makeJpeg } from '#tests/support/test-images.ts'

let app: TestApp
let page: string
let folder: string
beforeAll(async () => {
  app = await startApp({ worker: true })
  page = await (await fetch(`${app.url}/docs/api`)).text()
  folder = await mkdtemp(join(tmpdir(), 'parley-docs-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the page is rendered once', () => {
  const nonces = (text: string) => new Set(text.match(/(?<=nonce=")[^"]+/g))

  test('each answer has the nonce of its own policy, compressed or not', async () => {
    const seen = new Set<string>()
    for (const encoding of ['gzip', 'identity', 'gzip']) {
      const response = await fetch(`${app.url}/docs/api`, {
        headers: { 'Accept-Encoding': encoding },
      })
      expect(response.headers.get('Content-Encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      const [nonce = ''] =
        response.headers.get('Content-Security-Policy')?.match(/(?<='nonce-)[^']+/) ?? []
      const text = await response.text()
      expect(text).toContain('</html>')
      expect([...nonces(text)]).toEqual([nonce])
      expect(text).toContain(`BASE=${app.url}`)
      expect(text).not.toContain('.invalid')
      seen.add(nonce)
    }
    expect(seen.size).toBe(3)
  })

  test('a strange host is not put into the page', async () => {
    const { hostname, port } = new URL(app.url)
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { Host: `a"onload='x'.example` }
      get({ hostname, port, path: '/docs/api', headers }, async (response) => {
        resolve((await response.toArray()).join(''))
      }).on('error', reject)
    })
    expect(text).not.toContain('onload=')
  })

  test('its data for the router is kept too, and other spellings lead to it', async () => {
    const data = await fetch(`${app.url}/docs/api.data`)
    expect(data.headers.get('X-Remix-Response')).toBe('yes')
    expect(await data.text()).toContain(`BASE=${app.url}`)
    for (const path of ['/docs/api/', '/DOCS/api', '/docs/ap%69']) {
      const response = await fetch(`${app.url}${path}`, { redirect: 'manual' })
      expect([308, 404]).toContain(response.status)
    }
  })

  test('hundreds of requests take no longer than a few renderings did', async () => {
    const startedAt = performance.now()
    for (let count = 0; count < 400; count += 1) {
      await (await fetch(`${app.url}/docs/api?${count}`)).arrayBuffer()
    }
    // To render each would take more than a minute.
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })
})

/** The code blocks of a language, by its name, as a reader would copy them. */
function blocks(language: string): string[] {
  const figures = page.match(/<figure class="code">.*?<\/figure>/gs) ?? []
  return figures
    .filter((figure) => figure.includes(`<span>${language}</span>`))
    .map((figure) => plain(withoutColours(figure.match(/<code[^>]*>(.*?)<\/code>/s)?.[1] ?? '')))
}

function withoutColours(html: string): string {
  return html.replace(/<\/?span[^>]*>/g, '')
}

function plain(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

type Ended = { code: number | null; output: string }

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data))
  child.stderr.on('data', (data: Buffer) => (output += data))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

/** Stops at the first fault, an HTTP status from 400 on included. */
const PROLOGUE = `set -euo pipefail
curl() { command curl -sS --fail-with-body "$@"; }
command -v uuidgen > /dev/null || uuidgen() { node -p 'crypto.randomUUID()'; }
`

describe('/docs/api', () => {
  test('the page shows every endpoint to everyone, without JavaScript', async () => {
    const document: OpenApiDocument = await (await fetch(`${app.url}/api/openapi.json`)).json()
    const body = page.slice(0, page.indexOf('<script'))
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { operationId, summary }] of Object.entries(methods)) {
        expect(body).toContain(`id="${operationId}"`)
        expect(plain(body)).toContain(summary)
        expect(plain(body)).toMatch(`</strong> <!-- -->${path}`)
        expect(body).toContain(`>${method.toUpperCase()}</strong>`)
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(body, name).toContain(`>${name}</caption>`)
    }
  })

  test('it loads nothing from another host', () => {
    const loaded = [...page.matchAll(/<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)="([^"]*)"/g)]
    expect(loaded.length).toBeGreaterThan(0)
    expect(loaded.map(([, url]) => url).filter((url) => !url?.startsWith('/'))).toEqual([])
  })

  test('its headings are in order and its ids unique', () => {
    const ranks = [...page.matchAll(/<h([1-6])\b/g)].map(([, rank]) => Number(rank))
    expect(ranks.filter((rank) => rank === 1)).toHaveLength(1)
    expect(ranks.every((rank, index) => rank <= (ranks[index - 1] ?? 0) + 1)).toBe(true)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('its curl examples work, line by line', async () => {
    await writeFile(join(folder, 'photo.jpg'), await makeJpeg())
    const examples = blocks('Shell')
    expect(examples.length).toBeGreaterThan(30)
    // The chat that this deletes, others still need.
    const isLast = (example: string) => example.includes('DELETE "$BASE/api/chat?id=')
    const inOrder = examples.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
    const script = inOrder.map((one, index) => `echo "### ${index}"\n${one}\necho`).join('\n')
    await writeFile(join(folder, 'examples.sh'), PROLOGUE + script)
    const { code, output } = await run('bash', ['examples.sh'])
    const [, failed] = output.match(/.*### (\d+)/s) ?? []
    expect(code, `${inOrder[Number(failed)]}\n${output.slice(-2_000)}`).toBe(0)
    expect(output).toContain('0:"')
    expect(output).toContain('Message voted')
    expect(output).toContain('"isResolved":true')
    expect(output).toContain('Chat deleted')
  })

  test('its example for the AI SDK works', async () => {
    const client = app.client()
    await client.register()
    const created = await client.post('/api/tokens', { name: 'docs' })
    const { token } = (await created.json()) as { token: string }
    const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
    await symlink(modules, join(folder, 'node_modules'))
    const [example = ''] = blocks('JavaScript')
    await writeFile(join(folder, 'example.mjs'), example)
    const env = { BASE: app.url, TOKEN: token }
    const { code, output } = await run(process.execPath, ['example.mjs'], env)
    expect(code, output).toBe(0)
    expect(output.length).toBeGreaterThan(20)
  })
})
