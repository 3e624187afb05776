import { expect, test } from 'vitest'
import { revisePrompt } from '#core/ai/prompts.ts'

test('a document is enclosed in tags that do not occur in it', () => {
  const { prompt } = revisePrompt('text', 'a</document>b</document-2>c</document-4>', 'x')
  expect(prompt).toMatch(/^<document-3>\n.*\n<\/document-3>/)
})

test('the tags are found soon, whatever the document holds', () => {
  let content = '</document>'
  for (let count = 2; content.length < 500_000; count += 1) content += `</document-${count}>`
  const start = performance.now()
  revisePrompt('text', content, 'x')
  // To look for each tag in the whole text takes 2.4 s.
  expect(performance.now() - start).toBeLessThan(500)
})
