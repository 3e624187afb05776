import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { storeDocument, storedContent, textEditor } from '#tests/support/edited-document.ts'
import { MARKDOWN_SAMPLES } from '#tests/support/markdown-samples.ts'

const site = browserSite({ worker: true })

const PHONE = { width: 390, height: 780 }

async function openText(page: Page, content: string): Promise<string> {
  const id = await storeDocument(page, { kind: 'text', content })
  await page.goto(`/documents/${id}`)
  await textEditor(page).waitFor()
  return id
}

/** Saves, and gives what is stored then. */
async function saved(page: Page, id: string): Promise<string> {
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved/).waitFor()
  return storedContent(page, id)
}

async function type(page: Page, ...lines: string[]) {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(line)
  }
}

test('what is typed as Markdown is formatted, and only what was edited is written anew', async () => {
  const { page, errors } = await site.visit()
  const before = '* kept   as it is\n*  this too\n\nSetext\n------\nThe end.\n'
  const id = await openText(page, before)
  await page.getByText('The end.').click()
  await page.keyboard.press('End')
  await type(page, '', '# A **bold** title', 'Some *words* and `code`.', '- one', 'two')
  await page.keyboard.press('Tab')
  await type(page, ' and more', '', '', '[ ] a task', 'another', '', '```js', 'let a = 1', 'a += 1')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  for (const cell of ['Kind', 'mm', '', 'light', '2|3']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  await page.getByRole('checkbox', { name: 'another' }).check()
  await expect(saved(page, id)).resolves.toBe(
    `${before.trimEnd()}\n\n# A **bold** title\n\nSome *words* and \`code\`.\n\n- one\n  - two and more\n\n` +
      '* [ ] a task\n* [x] another\n\n```js\nlet a = 1\na += 1\n```\n\n' +
      '| Kind | mm |\n| --- | --- |\n| light | 2\\|3 |\n|  |  |\n',
  )
  await expectAccessible(page)

  // All of it can be taken back, also across saves.
  const undo = page.getByRole('button', { name: 'Undo' })
  while ((await undo.getAttribute('aria-disabled')) === null) await undo.click()
  expect(await saved(page, id)).toBe(before)
  expect(errors).toEqual([])
})

test('the bar is reached and used by keyboard, and shows what applies', async () => {
  const { page, errors } = await site.visit({ viewport: PHONE })
  const id = await openText(page, 'One two three.\n')
  await textEditor(page)
    .getByText('One two three.')
    .dblclick({ position: { x: 50, y: 12 } })
  await page.getByText('Changes the 3 characters that are selected').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Home')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('Undo')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('Style: Paragraph')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Heading 2' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Italic' }).click()
  await page.getByRole('button', { name: 'Italic', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Style: Heading 2' }).waitFor()
  expect(await saved(page, id)).toBe('## One *two* three.\n')

  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Write an address of the web').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('example.org/two')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await saved(page, id)).toBe('## One [*two*](https://example.org/two) three.\n')
  expect(errors).toEqual([])
})

test('a link gets another text, whatever its address is', async () => {
  const { page, errors } = await site.visit()
  const id = await openText(page, 'See [two](#two).\n')
  await page.getByText('two', { exact: true }).dblclick()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('part two')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await saved(page, id)).toBe('See [part two](#two).\n')
  expect(errors).toEqual([])
})

test('the source is one key away, with the caret and what can be undone', async () => {
  const { page, errors } = await site.visit()
  const content = '# Title\r\n\r\nOne **two** three.\r\n\r\n<details>\r\nRaw\r\n</details>\r\n'
  const id = await openText(page, content)
  await page.getByText('two', { exact: true }).dblclick()
  await page.keyboard.press('Control+Shift+M')
  const source = page.getByRole('textbox', { name: 'Note (source)' })
  await source.waitFor()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('two')
  await expectAccessible(page)
  await page.keyboard.type('2')
  expect(await saved(page, id)).toBe(content.replace('two', '2'))
  await page.keyboard.press('Control+Shift+M')
  await textEditor(page).waitFor()
  await page.keyboard.type('!')
  expect(await saved(page, id)).toBe(content.replace('two', '2!'))
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect(await saved(page, id)).toBe(content)

  // A text that cannot be taken apart and put together again is shown as its source at once.
  const long = `${'word '.repeat(900_000)}\n`
  const other = await storeDocument(page, { kind: 'text', content: long })
  await page.goto(`/documents/${other}`)
  await source.waitFor()
  await page.getByText('can only be edited as source').waitFor()
  expect(errors).toEqual([])
})

test('what is pasted is formatted, and nothing of it runs', async () => {
  const { page, errors } = await site.visit()
  const id = await openText(page, '')
  await textEditor(page).click()
  const paste = (data: Record<string, string>) =>
    textEditor(page).evaluate((editor, entries) => {
      const clipboardData = new DataTransfer()
      for (const [kind, text] of entries) clipboardData.setData(kind, text)
      const options = { clipboardData, bubbles: true, cancelable: true }
      editor.dispatchEvent(new ClipboardEvent('paste', options))
    }, Object.entries(data))
  await paste({ 'text/plain': '## Pasted\n\n- [x] done\n- [ ] not done\n\nThe *end*' })
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  const html =
    '<h1 onclick="document.title=1">From a page</h1><script>document.title = 2</script>' +
    '<p><b>Bold</b>, <a href="javascript:alert(1)">bad</a>, <a href="https://example.org/">good</a>' +
    '<img src="data:image/gif;base64,R0lGOD" onerror="document.title=3"></p>' +
    '<table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr></table>'
  const title = await page.title()
  await paste({ 'text/html': html, 'text/plain': 'x' })
  expect(await saved(page, id)).toBe(
    '## Pasted\n\n- [x] done\n- [ ] not done\n\nThe *end.*\n\n# From a page\n\n' +
      '**Bold**, bad, [good](https://example.org/)\n\n| a |  |\n| --- | --- |\n| b | c |',
  )
  expect(await page.title()).toBe(title)
  expect(errors).toEqual([])
})

test('what is cut and pasted comes back as it was', async () => {
  const { page, errors } = await site.visit()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const content =
    '# One\n\n### Three\n\n- [x] a\n- [ ] b\n\n```python title="c"\nd\n```\n\n<div>raw</div>\n\n' +
    'Text $a_1$, note[^1], <kbd>x</kbd>, [l](https://a.example/), [m](https://a.example/ "M"), ' +
    '[r](./b.md) and ![p](https://a.example/b.png "P").\n\n' +
    '| a | b |\n| --- | ---: |\n| c | d |\n\nThe end.\n'
  const id = await openText(page, content)
  await page.getByText('The end.').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+x')
  expect(await saved(page, id)).not.toContain('end')
  await page.keyboard.press('Control+v')
  await page.getByText('The end.').waitFor()
  await expect.poll(() => saved(page, id)).toBe(content)

  // In the source, the line ends are those of the text, whatever those of the machine are.
  await page.keyboard.press('Control+Shift+M')
  const source = page.getByRole('textbox', { name: 'Note (source)' })
  await source.waitFor()
  await page.keyboard.press('Control+End')
  await source.evaluate((editor) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'x\r\ny')
    const options = { clipboardData, bubbles: true, cancelable: true }
    editor.dispatchEvent(new ClipboardEvent('paste', options))
  })
  await expect.poll(() => saved(page, id)).toBe(`${content}x\ny`)
  expect(errors).toEqual([])
})

test('where the source cannot be loaded, the text stays in reach', async () => {
  const { page } = await site.visit()
  await page.route(/source-surface/, (route) => route.abort())
  await openText(page, 'A text.\n')
  await page.getByRole('button', { name: 'Source' }).click()
  await page.getByText('The source could not be loaded.').waitFor()
  expect(await textEditor(page).innerText()).toBe('A text.')

  const content = `${'word '.repeat(450_000)}\n`
  const long = await storeDocument(page, { kind: 'text', content })
  await page.goto(`/documents/${long}`)
  await page.getByText('The editor has failed.').waitFor()
  await expect.poll(() => page.locator('.document textarea').inputValue()).toBe(content)
})

test('suggestions stand at their places, and move and go with their text', async () => {
  const { page, errors } = await site.visit({ viewport: PHONE })
  const content =
    '# Rain\n\nIn order to stay dry one needs an umbrella. It is very wet outside today.\n\nA third sentence is here as well.\n'
  const id = await openText(page, content)
  await page.getByRole('button', { name: 'Suggest improvements' }).click()
  const inline = textEditor(page).getByRole('group', { name: /^Suggestion: / })
  await expect.poll(() => inline.count()).toBe(3)
  await expectAccessible(page)
  const originals = textEditor(page).locator('.suggested-original')
  const last = await originals.last().innerText()
  await originals.last().click()
  await page.keyboard.type('!')
  await inline.last().getByText('Its text has changed.').waitFor()
  await page.keyboard.press('Control+z')
  await inline
    .last()
    .getByRole('button', { name: /^Accept/ })
    .waitFor()
  expect(await originals.last().innerText()).toBe(last)

  const suggested = await inline.first().locator('ins').innerText()
  await textEditor(page).getByRole('heading', { name: 'Rain' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and wind')
  // The first button behind the caret is that of the first suggestion.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => storedContent(page, id)).toContain(suggested)
  await expect.poll(() => inline.count()).toBe(2)
  await inline
    .first()
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect.poll(() => inline.count()).toBe(1)
  expect(await storedContent(page, id)).toContain('# Rain and wind\n')
  expect(errors).toEqual([])
})

test('the text stays where it is when the editor comes', async () => {
  // Left out is what the reading view shows otherwise: source, and headings without a text.
  const content = Object.values(MARKDOWN_SAMPLES)
    .filter((sample) => sample.length < 2_000 && !/[^\t\n -~]|[<$&]|#$|\[\^|^---|\]:/m.test(sample))
    .join('\n\n')
  const { page } = await site.visit()
  await openText(page, content)
  const places = (selector: string) =>
    page.locator(selector).evaluate((prose) => {
      const { top } = prose.getBoundingClientRect()
      return [...prose.querySelectorAll('h3, h4, h5, h6, hr, figure, blockquote, tr')].map(
        (element) => Math.round(element.getBoundingClientRect().top - top),
      )
    })
  const edited = await places('.document .ProseMirror')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await textEditor(page).waitFor({ state: 'detached' })
  const read = await places('.document .prose')
  expect(edited.length).toBeGreaterThan(30)
  expect(edited).toHaveLength(read.length)
  for (const [index, top] of read.entries())
    expect(Math.abs((edited[index] ?? 0) - top)).toBeLessThan(2)
})
