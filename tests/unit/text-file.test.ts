import { expect, test } from 'vitest'
import { formatTextFile, parseTextFile, typedText } from '#core/chat/text-file.ts'

test('a text file is read back as it was, whatever fences it holds', () => {
  for (const content of ['a,b\n1,2\n', '```\ncode\n```', '`````', 'x\n````\n\n```', '\n\n']) {
    const file = { name: 'notes.md', content }
    expect(parseTextFile(formatTextFile(file))).toEqual(file)
  }
})

test('a name with line breaks stays in its line', () => {
  expect(parseTextFile(formatTextFile({ name: 'a\nb.txt', content: 'x' }))?.name).toBe('a b.txt')
})

test('other texts are no files, and what is typed never is', () => {
  expect(parseTextFile('File: a.txt')).toBeNull()
  expect(parseTextFile('File: a.txt\n\n```\nx\n```\nmore')).toBeNull()
  expect(parseTextFile('File: a.txt\n\n```\nx\n```\ny\n```')).toBeNull()
  const form = formatTextFile({ name: 'a.txt', content: 'x' })
  expect(parseTextFile(typedText(form))).toBeNull()
  expect(typedText('hello')).toBe('hello')
})
