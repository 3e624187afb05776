import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PYODIDE_FILES, PYODIDE_VERSION } from '#app/pyodide-package.ts'

const PACKAGE = 'node_modules/pyodide'

test('the version of Python that pages ask for is the one that is installed', () => {
  const installed = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))
  expect(PYODIDE_VERSION).toBe(installed.version)
})

test.each(Object.entries(PYODIDE_FILES))(
  '%s has the size that the progress counts with',
  (name, size) => {
    expect(statSync(`${PACKAGE}/${name}`).size).toBe(size)
  },
)
