import { describe, expect, test } from 'vitest'
import { indentationOf } from '#components/documents/code/editor/indentation.ts'

describe('the indentation of code', () => {
  test.each([
    ['def f():\n    if x:\n        return 1\n', 4],
    ['a {\n  b: c;\n}\n', 2],
    ['function f(a,\n           b) {\n  return 1\n}\nif (x) {\n  y()\n}', 2],
    ['x = 1', 2],
  ])('of %j is %i spaces', (content, spaces) => {
    expect(indentationOf(content)).toBe(' '.repeat(spaces))
  })

  test('is a tab where lines begin with tabs', () => {
    expect(indentationOf('func main() {\n\tx := 1\n\tif x {\n\t\ty()\n\t}\n}')).toBe('\t')
  })
})
