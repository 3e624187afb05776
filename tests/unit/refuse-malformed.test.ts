import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { refuseMalformed } from '#http/middleware/refuse-malformed.ts'

/** The target of a request as Remix gets it. */
function passOn(target: string): string {
  const path = target.split('?')[0]
  const req = { method: 'GET', path, originalUrl: target, get: () => undefined }
  let hasPassed = false
  refuseMalformed()(req as unknown as Request, {} as Response, () => {
    hasPassed = true
  })
  expect(hasPassed).toBe(true)
  return req.originalUrl
}

test.each(['_data', '_d%61ta', '%5Fdata', '%5f%64%61%74%61'])(
  'a parameter that Remix would read as _data, %s, is left out',
  (name) => {
    expect(passOn(`/login?${name}=root&redirectTo=%2Fchat`)).toBe('/login?redirectTo=%2Fchat')
    expect(passOn(`/login?${name}`)).toBe('/login?')
  },
)

test.each(['/login', '/login?data=1', '/api/history?q=100%25+rain%20', '/?a=_data&b=%zz'])(
  'a target without such a parameter, %s, is left as it is',
  (target) => {
    expect(passOn(target)).toBe(target)
  },
)
