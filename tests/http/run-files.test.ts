import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PYODIDE_FILES, PYODIDE_VERSION } from '#app/pyodide-package.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** The policy of a response, by directive. */
function policyOf(response: Response): Record<string, string> {
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ')
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
}

/** Asks for a file without decompressing the answer. */
function getRaw(path: string, encoding: string) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(`${app.url}${path}`, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the frame in which programs run', () => {
  test('has an opaque origin, and may load our own files and nothing else', async () => {
    const response = await fetch(`${app.url}/run/frame.html`)
    expect(response.status).toBe(200)
    expect(policyOf(response)).toEqual({
      'default-src': "'none'",
      sandbox: 'allow-scripts',
      'frame-ancestors': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'script-src': `${app.url}/run/ ${app.url}/pyodide/ blob: 'wasm-unsafe-eval'`,
      'worker-src': 'blob:',
      'connect-src': `${app.url}/pyodide/`,
    })
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('loads its scripts from an opaque origin, which asks for permission', async () => {
    for (const name of ['frame.js', 'javascript.js', 'python.js', 'output.js', 'preview.js']) {
      const response = await fetch(`${app.url}/run/${name}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/javascript/)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

test('the preview of HTML runs inline scripts, in an opaque origin and without a network', async () => {
  const response = await fetch(`${app.url}/run/preview.html`)
  const policy = policyOf(response)
  expect(policy).toMatchObject({
    'default-src': "'none'",
    sandbox: 'allow-scripts',
    'form-action': "'none'",
    'frame-ancestors': "'self'",
  })
  expect(policy['script-src']).toContain("'unsafe-inline'")
  expect(policy).not.toHaveProperty('connect-src')
  expect(policy).not.toHaveProperty('frame-src')
})

test('a page still has a policy that runs no inline script and no WebAssembly', async () => {
  const policy = policyOf(await fetch(`${app.url}/login`))
  expect(policy['script-src']).not.toMatch(/unsafe/)
  expect(policy['frame-src']).toBe("'self'")
})

describe('Python for the browser', () => {
  const folder = `/pyodide/${PYODIDE_VERSION}`

  test.each(Object.entries(PYODIDE_FILES))(
    '%s is served whole, for good, to every origin',
    async (name, size) => {
      const response = await fetch(`${app.url}${folder}/${name}`)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBe(size)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    },
  )

  test('is compressed as the browser accepts it', async () => {
    const path = `${folder}/pyodide.asm.wasm`
    const size = PYODIDE_FILES['pyodide.asm.wasm']
    const br = await getRaw(path, 'gzip, deflate, br')
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/wasm',
      'content-length': String(br.body.length),
    })
    expect(br.body.length).toBeLessThan(size / 2)
    expect(brotliDecompressSync(br.body).length).toBe(size)
    const gz = await getRaw(path, 'gzip')
    expect(gz.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/wasm',
    })
    expect(gunzipSync(gz.body).length).toBe(size)
  })

  test('has no other file', async () => {
    for (const path of [
      'package.json',
      'pyodide.js',
      'pyodide.asm.wasm.br',
      '../package.json',
      '',
    ]) {
      expect((await fetch(`${app.url}${folder}/${path}`)).status).toBe(404)
    }
  })
})
