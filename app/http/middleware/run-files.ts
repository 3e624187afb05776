import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { PYODIDE_FILES, PYODIDE_VERSION } from '#app/pyodide-package.ts'

const YEAR_MS = 365 * 24 * 3_600_000

const CONTENT_TYPES: Record<string, string> = {
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
  '.json': 'application/json',
}

/** The endings of compressed files, by the name of their encoding. */
const SUFFIXES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Makes the middleware that serves what the sandbox of programs loads: our own files
 * of `public/run`, and Python, which the build has copied and compressed. In
 * development Python comes from its package, as it is.
 *
 * @param root the project's folder, with a slash at its end
 */
export function runFiles(root: string, mode: 'development' | 'production'): RequestHandler {
  const own = mode === 'production' ? 'build/client/run' : 'public/run'
  const python = mode === 'production' ? `build/pyodide/${PYODIDE_VERSION}` : 'node_modules/pyodide'
  return (
    Router()
      // Their names never change, so a browser asks each time whether they have.
      .use('/run', express.static(join(root, own), { index: false, redirect: false }))
      .use(`/pyodide/${PYODIDE_VERSION}`, pythonFiles(join(root, python)))
  )
}

function pythonFiles(folder: string): RequestHandler {
  const present = new Set(filesIn(folder))
  const files = express.static(folder, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: YEAR_MS,
    setHeaders(res, path) {
      const encoding = /\.(?:br|gz)$/.exec(path)?.[0]
      const name = encoding ? path.slice(0, -encoding.length) : path
      const type = CONTENT_TYPES[/\.\w+$/.exec(name)?.[0] ?? '']
      if (type) res.setHeader('Content-Type', type)
      if (encoding) res.setHeader('Content-Encoding', encoding === '.br' ? 'br' : 'gzip')
    },
  })
  return (req, res, next) => {
    const name = req.path.slice(1)
    if (!Object.hasOwn(PYODIDE_FILES, name)) return next()
    res.vary('Accept-Encoding')
    // In the order of their size, whichever the browser names first.
    const suffix = SUFFIXES.find(
      ([encoding, ending]) => req.acceptsEncodings(encoding) && present.has(name + ending),
    )?.[1]
    if (suffix) req.url = `/${name}${suffix}`
    files(req, res, next)
  }
}

/** None where the folder is missing: then Python is not found, and all else works. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
