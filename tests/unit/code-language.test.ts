import { describe, expect, test } from 'vitest'
import { codeExtension } from '#core/documents/code-extension.ts'
import { codeLanguage } from '#core/documents/code-language.ts'
import { cpuTime } from '#tests/support/cpu-time.ts'

describe('the language of a code document', () => {
  test.each([
    ['sort.py', 'x', 'Python'],
    ['Component.TSX', '', 'TypeScript'],
    ['A page', '<!doctype html>\n<p>', 'HTML'],
    ['Bubble sort in Python', 'x = 5', 'Python'],
    ['A TypeScript class', 'export class A {}', 'TypeScript'],
    ['From Python to JavaScript', 'Once upon a time', 'Plain text'],
    ['Notes on Python', 'const a = 1', 'JavaScript'],
    ['Version 1.5', 'def f(x):\n  pass', 'Python'],
    ['', '', 'Plain text'],
  ])('of the title %j and the content %j is %s', (title, content, label) => {
    expect(codeLanguage(title, content).label).toBe(label)
  })

  test.each([
    ['a.js', 'javascript'],
    ['a.py', 'python'],
    ['a.html', 'html'],
    ['a.ts', undefined],
    ['a.jsx', undefined],
    ['a.svg', undefined],
    ['a.java', undefined],
  ])('of %s says that the browser runs it as %s', (title, program) => {
    expect(codeLanguage(title, '').program).toBe(program)
  })
})

test.each([
  ['x = 5\nprint(x)', 'py'],
  ['for i in range(3):\n    print(i)', 'py'],
  [':root {\n  color: red;\n}', 'css'],
  ['.card > a {\n}', 'css'],
  ['set -euo pipefail\nls', 'sh'],
  ['name: test\non: push', 'yaml'],
  ['[\n  1\n]', 'json'],
])('the code %j has the extension %s', (source, extension) => {
  expect(codeExtension(source)).toBe(extension)
})

test.each(['class ', '#!'])(
  'the extension of one long line that begins with %j is told at once',
  (start) => {
    const begun = cpuTime()
    expect(codeExtension(`${start}${'a'.repeat(100_000)}!`)).toBe('txt')
    expect(cpuTime() - begun).toBeLessThan(1_000)
  },
)
