import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { storeDocument, storedContent } from '#tests/support/edited-document.ts'

const site = browserSite()

/** Stores a sheet of a new guest, whose page is still elsewhere. */
async function storeSheet(content: string, options?: BrowserContextOptions) {
  const { page, errors } = await site.visit(options)
  const id = await storeDocument(page, { title: 'Fruit', content, kind: 'sheet' })
  return { page, errors, id, address: `/documents/${id}` }
}

const cell = (page: Page, name: string) => {
  const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(name) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return page.locator(
    `[role=row][aria-rowindex="${Number(row) + 1}"] > [aria-colindex="${column + 1}"]`,
  )
}

const FRUIT = 'name,price,"note"\r\nPear,"3",ok\r\nApple, 10 ,"a ""b"""\r\nFig,2,=B2*2\r\n'

test('a sheet is edited by keyboard, clipboard and pointer, and what nobody edited keeps its bytes', async () => {
  const { page, errors, id, address } = await storeSheet(FRUIT)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(address)
  const grid = page.getByRole('grid', { name: 'Fruit' })
  await grid.focus()
  const saved = (content: string) =>
    expect.poll(() => storedContent(page, id), { timeout: 20_000 }).toBe(content)

  // Typing replaces, Enter goes down, Escape leaves the cell as it was.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Plum')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F2')
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  expect(await cell(page, 'A3').innerText()).toBe('Apple')
  const active = await grid.getAttribute('aria-activedescendant')
  expect(await cell(page, 'A3').getAttribute('id')).toBe(active)
  await saved(FRUIT.replace('Pear', 'Plum'))

  // A block from a spreadsheet is one step.
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+ArrowDown')
  await page.keyboard.press('ArrowDown')
  const block = 'Date\t4\t"two\nlines"\r\nKiwi\t5\t\r\n'
  await page.evaluate((text) => navigator.clipboard.writeText(text), block)
  await page.keyboard.press('Control+v')
  expect(await cell(page, 'C5').innerText()).toBe('two ↵ lines')
  expect(await page.locator('.status-line').innerText()).toContain('A5:C6')
  await page.keyboard.press('Control+z')
  expect(await cell(page, 'A5').innerText()).toBe('')
  await page.keyboard.press('Control+y')
  const pasted = `${FRUIT.replace('Pear', 'Plum')}Date,4,"two\nlines"\r\nKiwi,5,\r\n`
  await saved(pasted)
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Date\t4\t"two\nlines"\nKiwi\t5\t',
  )

  // The numbers of a range are added up, and its handle fills.
  await cell(page, 'B5').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('Sum 9').waitFor()
  const handle = await page.locator('.fill-handle').boundingBox()
  const below = await cell(page, 'B8').boundingBox()
  if (!handle || !below) throw new Error('There is no handle to fill with.')
  await page.mouse.move(handle.x + 4, handle.y + 4)
  await page.mouse.down()
  await page.mouse.move(handle.x + 4, below.y + 8, { steps: 4 })
  await page.mouse.up()
  expect(await cell(page, 'B8').innerText()).toBe('7')
  await page.keyboard.press('Control+z')

  // Rows and columns, from the menu and by keys.
  await cell(page, 'B3').click()
  await page.getByText('Rows and columns').click()
  await page.getByRole('button', { name: 'Insert column before' }).click()
  expect(await cell(page, 'C1').innerText()).toBe('price')
  await page.keyboard.press('Control+-')
  await saved(pasted)
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  expect(await cell(page, 'A2').innerText()).toBe('Apple')
  await page.keyboard.press('Control+-')
  expect(await cell(page, 'A2').innerText()).toBe('Plum')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()

  // Sorting is a view: the row that was active is shown elsewhere, nothing is saved.
  await cell(page, 'B2').click()
  await page.getByText('Sort and filter').click()
  await page.getByRole('button', { name: 'Sort by B · price, Z to A' }).click()
  await page.getByText('The document keeps all rows in their own order.').waitFor()
  expect(await cell(page, 'A2').innerText()).toBe('Apple')
  await expectAccessible(page)
  await page.getByText('Sort and filter').click()
  await page.getByLabel('Test').selectOption('is more than')
  await page.getByLabel('Value').fill('3')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByText('Shown: 3 of 5 rows').waitFor()
  await page.getByRole('button', { name: 'Show all rows in their order' }).click()
  expect(await cell(page, 'A2').innerText()).toBe('Plum')
  await saved(pasted)

  // A menu at the pointer, a chart that follows, another file in its place.
  await cell(page, 'A4').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Insert row above' }).click()
  await page.getByRole('button', { name: 'Chart' }).click()
  const chart = page.getByRole('img', { name: /^Bar chart of price by name/ })
  expect(await chart.getAttribute('aria-labelledby')).toBeTruthy()
  await page.locator('input[type=file]').setInputFiles({
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;price\nNut;1,5\nOat;2,5'),
  })
  await page.getByText('Imported other.csv').waitFor()
  await expect.poll(() => chart.locator('desc').textContent()).toContain('price from 1.5 to 2.5')
  await saved('name;price\nNut;1,5\nOat;2,5')
  await expectAccessible(page)
  expect(errors).toEqual([])
})

test('of 10,000 rows only those in sight are drawn, and an edit changes its own bytes alone', async () => {
  const rows = Array.from(
    { length: 9_999 },
    (_, row) => `${row},"Item, ${row}",${(row * 1.37).toFixed(2)},x,y,"z ""q""",1,2,3,4,5,6`,
  )
  const content = `id,name,"price",a,b,c,d,e,f,g,h,i\r\n${rows.join('\r\n')}\r\n`
  const { page, errors, id, address } = await storeSheet(content)
  await page.goto(address)
  const grid = page.getByRole('grid')
  await grid.focus()
  expect(await grid.getAttribute('aria-rowcount')).toBe('10002')
  expect(await page.getByRole('row').count()).toBeLessThan(60)
  await page.keyboard.press('Control+End')
  await cell(page, 'L10000').waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('the last, really')
  await page.keyboard.press('Enter')
  const edited = content.replace('"Item, 9998"', '"the last, really"')
  await expect.poll(() => storedContent(page, id)).toBe(edited)
  expect(errors).toEqual([])
})

test('without JavaScript a sheet is read page by page, and its chart has an address', async () => {
  const rows = Array.from({ length: 450 }, (_, row) => `Day ${row + 1},${row % 7},${row}\n`)
  const { page, errors, address } = await storeSheet(`day,rain,sun\n${rows.join('')}`)
  const storageState = await page.context().storageState()
  const context = await site.newContext({
    ...{ javaScriptEnabled: false, storageState },
    viewport: { width: 390, height: 844 },
  })
  const plain = await context.newPage()
  await plain.goto(address)
  await plain.getByText('Rows 2 to 201 of 451').waitFor()
  await plain.getByRole('link', { name: 'Next rows' }).click()
  expect(plain.url()).toContain('?row=202')
  await plain.getByRole('cell', { name: 'Day 400', exact: true }).waitFor()
  await plain.getByRole('link', { name: 'Chart', exact: true }).click()
  await plain.getByLabel('Kind').selectOption('line')
  await plain.getByRole('checkbox', { name: 'sun' }).check()
  await plain.getByRole('button', { name: 'Draw' }).click()
  expect(plain.url()).toContain('row=202&chart=line&x=0&y=1&y=2')
  await plain.getByRole('img', { name: 'Line chart of rain, sun by day' }).waitFor()
  const file = await plain.getByRole('link', { name: 'Download SVG' }).getAttribute('href')
  const svg = await page.request.get(file ?? '')
  expect(svg.headers()['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(await svg.text()).toContain('<title')
  const stranger = await site.newContext()
  expect((await stranger.request.get(file ?? '')).status()).toBe(404)

  // With JavaScript the chart changes at once, and so does the address.
  await page.goto(plain.url())
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Rows 202 to 401 of 451').waitFor()
  await page.getByLabel('Kind').selectOption('scatter')
  await page.getByRole('img', { name: 'Scatter chart of rain, sun by day' }).waitFor()
  expect(page.url()).toContain('chart=scatter')
  await expectAccessible(page)
  expect(errors).toEqual([])
})

test('on a phone a tap selects a cell, a second one edits it, and the bar holds all of it', async () => {
  const { page, errors, id, address } = await storeSheet(FRUIT, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(address)
  await page.getByRole('grid').waitFor()
  await cell(page, 'A3').tap()
  const bar = page.getByRole('textbox', { name: 'Content of A3' })
  expect(await bar.inputValue()).toBe('Apple')
  expect(await bar.evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px')
  await cell(page, 'A3').tap()
  const field = page.getByRole('textbox', { name: 'A3', exact: true })
  expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px')
  await field.fill('Lime')
  await field.press('Enter')
  await page.getByRole('textbox', { name: 'Content of A4' }).fill('Fig, dried')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => storedContent(page, id))
    .toBe(FRUIT.replace('Apple', 'Lime').replace('Fig', '"Fig, dried"'))
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
  expect(errors).toEqual([])
})
