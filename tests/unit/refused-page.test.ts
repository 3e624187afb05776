import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { createRequestHandler } from '@remix-run/express'
import { data, type ServerBuild } from '@remix-run/node'
import express, { type Request, type Response } from 'express'
import { pino } from 'pino'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as entry from '#app/entry.server.tsx'
import { createRequestContext } from '#http/context.ts'
import { logRequests } from '#http/middleware/log-requests.ts'
import { answerErrors } from '#http/middleware/refuse-malformed.ts'
import { securityHeaders } from '#http/middleware/security-headers.ts'
import { docsPage } from '#http/pages/docs-page.ts'
import { renderInTurn } from '#http/pages/page-turns.ts'
import { turnTaker } from '#tests/support/turn-taker.ts'

/*
 * A page that is asked for while too many others wait to be rendered, as Remix
 * and the middleware of the web process answer it.
 */

/** Pages that wait at most. */
const WAITING = 200
const WARNING = 40
const COOKIE = 'session-token=renewed'

type Line = { level: number; msg: string; status?: number }

const logged: Line[] = []
const server = createServer(createApp())
let url: string
let letPagesRender = async () => {}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await letPagesRender()
  logged.length = 0
})
afterAll(() => server.close())

/** The web process as far as a page needs it, without services. */
function createApp() {
  const log = new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(line))
      done()
    },
  })
  const remix = {
    build: createBuild(),
    mode: 'production',
    getLoadContext: (req: Request, res: Response) =>
      createRequestContext({} as Parameters<typeof createRequestContext>[0], req, res),
  }
  return express()
    .use(logRequests(pino(log)))
    .use(securityHeaders({ development: false, https: false }))
    .use(docsPage(remix))
    .all('*', createRequestHandler(remix))
    .use(answerErrors())
}

/** A build with our way to render pages and one page, which is found at any path. */
function createBuild(): ServerBuild {
  const route = { id: 'root', path: '*' }
  const described = { ...route, hasAction: false, hasLoader: true, module: '/root.js' }
  return {
    entry: { module: entry },
    routes: {
      root: {
        ...route,
        module: {
          default: () => createElement('html', null, createElement('body', null, 'The page')),
          loader: () => data(null, { headers: { 'Set-Cookie': COOKIE } }),
        },
      },
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: { root: { ...described, hasErrorBoundary: false } },
      url: '/manifest.js',
      version: '1',
    },
    future: { v3_singleFetch: true },
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
  } as unknown as ServerBuild
}

/** Lets as many pages wait as may, of this network. */
function fillQueue() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const pages = Array.from({ length: WAITING + 1 }, () =>
    renderInTurn(turnTaker('127.0.0.1'), () => promise),
  )
  letPagesRender = async () => {
    resolve()
    await Promise.all(pages)
  }
}

test('it is a page with 503 that says when to try again', async () => {
  fillQueue()
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('2')
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'nonce-/)
  expect(response.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/)
  expect(response.headers.getSetCookie()).toEqual([COOKIE])
  const page = await response.text()
  expect(page).toMatch(/^<!DOCTYPE html><html lang="en">.*<link rel="stylesheet".*<\/html>$/)
  expect(page).toContain('Too many pages are being rendered at once. Try again later.')
  expect(page).not.toContain('<script')
  const warnings = logged.filter(({ level }) => level >= WARNING).map(({ msg }) => msg)
  expect(warnings).toEqual(['Too many pages are being rendered at once. Try again later.'])
})

test('the page is there again when there is room', async () => {
  fillQueue()
  expect((await fetch(url)).status).toBe(503)
  await letPagesRender()
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('Retry-After')).toBe(null)
  expect(await response.text()).toContain('The page')
})

test('the page of the interface, which is rendered once, is 503 and tried again', async () => {
  fillQueue()
  const response = await fetch(`${url}/docs/api`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
  expect(response.headers.get('Content-Encoding')).toBe(null)
  expect(await response.text()).toContain('The page cannot be shown right now.')
  expect(logged.filter(({ level }) => level > WARNING)).toEqual([])
  await letPagesRender()
  expect((await fetch(`${url}/docs/api`)).status).toBe(200)
})
