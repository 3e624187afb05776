import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { escapingHtml, escapingJavaScript, escapingPython } from '#tests/support/escape-programs.ts'
import { type ForeignHost, startForeignHost } from '#tests/support/foreign-host.ts'

const site = browserSite()
let foreign: ForeignHost
let storageState: Awaited<ReturnType<BrowserContext['storageState']>>

beforeAll(async () => {
  foreign = await startForeignHost()
  const { page } = await site.visit()
  storageState = await page.context().storageState()
})

afterAll(() => foreign?.stop())

async function newPage(options = {}): Promise<Page> {
  const context = await site.newContext({ storageState, ...options })
  return context.newPage()
}

/** Stores a code document and opens it; with JavaScript in its editor. */
async function openCode(page: Page, title: string, content: string): Promise<string> {
  const id = randomUUID()
  const data = { title, content, kind: 'code' }
  expect((await page.request.post(`/api/document?id=${id}`, { data })).status()).toBe(200)
  await page.goto(`/documents/${id}`)
  return id
}

async function openEditor(page: Page, title: string, content: string): Promise<string> {
  const id = await openCode(page, title, content)
  await page.locator('.cm-content').waitFor()
  return id
}

/** Puts another code into the editor, as somebody who pastes it over all there is. */
async function replaceCode(page: Page, code: string) {
  await page.locator('.cm-content').press('Control+a')
  await page.locator('.cm-content').evaluate((content, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))
  }, code)
}

const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true })
const output = (page: Page) => page.getByRole('log', { name: 'Output' })

/** Waits until the panel says how the run stands. */
async function waitForStatus(page: Page, text: string | RegExp) {
  await page.locator('.run-panel').getByRole('status').filter({ hasText: text }).waitFor()
}

/** What arrives at the service of what a program asks it for. */
function escapesOf(page: Page): string[] {
  const answered: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('?escape')) answered.push(response.url())
  })
  return answered
}

test('code is coloured, with its language and line numbers, without JavaScript', async () => {
  const page = await newPage({ javaScriptEnabled: false })
  await openCode(page, 'Greeting', 'def greet(name):\n    return f"Hello {name} <b>"\n')
  const code = page.locator('.code-view')
  expect(await code.locator('.code-language').innerText()).toBe('Python')
  expect(await code.locator('.code-numbers').innerText()).toBe('1\n2')
  expect(await code.locator('.hl-keyword').allInnerTexts()).toEqual(['def', 'return'])
  expect(await code.locator('pre').innerText()).toContain('return f"Hello {name} <b>"')
  expect(await runButton(page).isVisible()).toBe(false)
  await page.context().close()
})

test('JavaScript runs: output, a table, a plot, and an error that leads to its line', async () => {
  const page = await newPage()
  const lines = [
    "console.log('begun', { a: [1, 2] })",
    "console.table([{ name: 'one', value: 1 }])",
    "plot([1, 2], { up: [1, 4], down: [4, 1] }, { title: 'Two lines' })",
    'function fail() {',
    '  null.length',
    '}',
    'fail()',
    '',
  ]
  const id = await openEditor(page, 'sums.js', lines.join('\r\n'))
  await runButton(page).click()
  await waitForStatus(page, 'ended with an error')
  const log = output(page)
  expect(await log.innerText()).toContain('begun { a: [1, 2] }')
  expect(await log.getByRole('table').first().innerText()).toContain('one')
  await log.getByRole('img', { name: 'Two lines' }).waitFor()
  expect(await log.innerText()).toContain('called from line 7')
  await log.getByRole('button', { name: 'line 5' }).click()
  expect(await page.locator('.cm-failed-line').innerText()).toContain('null.length')
  await expectAccessible(page)

  // The line ends stay as they are, and the caret is in the line of the error.
  await page.keyboard.press('End')
  await page.keyboard.type(' // none')
  await page.keyboard.press('Control+s')
  lines[4] += ' // none'
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/document?id=${id}`)).json()).at(-1).content,
    )
    .toBe(lines.join('\r\n'))

  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.locator('.code-lines .hl-keyword').first().waitFor()
  await runButton(page).click()
  await output(page).getByRole('button', { name: 'line 5' }).click()
  await page.locator('.code-failed-line').waitFor()
  await expectAccessible(page)
  await page.context().close()
})

test('an endless program is stopped within a second, and by the limit', async () => {
  const page = await newPage()
  await page.clock.install()
  await openEditor(page, 'loop.js', "console.log('looping')\nwhile (true) {}")
  await runButton(page).click()
  await output(page).getByText('looping').waitFor()
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await waitForStatus(page, 'Stopped.')
  await expect.poll(() => page.workers().length, { interval: 20 }).toBe(0)
  expect(performance.now() - pressed).toBeLessThan(1_000)

  await runButton(page).click()
  await output(page).getByText('looping').waitFor()
  await page.clock.fastForward(10_000)
  await waitForStatus(page, 'Stopped after 10 seconds.')
  await expect.poll(() => page.workers().length, { interval: 20 }).toBe(0)
  await page.context().close()
})

test('JavaScript cannot leave its sandbox', async () => {
  const page = await newPage()
  const answered = escapesOf(page)
  await openEditor(page, 'escape.js', escapingJavaScript(foreign, site.url))
  await runButton(page).click()
  await output(page).getByText('{').waitFor()
  const { origin, ...results } = JSON.parse(await output(page).innerText())
  expect(origin).toBe('null')
  expect(Object.keys(results).length).toBeGreaterThan(20)
  for (const result of Object.values(results)) {
    expect(['refused', 'nothing', 'undefined']).toContain(result)
  }
  expect(foreign.hits).toEqual([])
  expect(answered).toEqual([])
  await page.context().close()
})

test('Python starts once, runs, says what is not there, and cannot leave its sandbox', async () => {
  const page = await newPage()
  const answered = escapesOf(page)
  await openEditor(page, 'a.py', 'print("from Python")\ntable([{"a": 1}])\nimport numpy\n')
  await runButton(page).click()
  await waitForStatus(page, /Starting Python|Loading Python|Python is loaded/)
  await waitForStatus(page, 'ended with an error')
  const text = await output(page).innerText()
  expect(text).toContain('from Python')
  expect(text).toContain("numpy is not available here. Python's standard library is.")
  expect(text).toContain('In line 3')

  const worker = page.workers()[0]
  await replaceCode(page, escapingPython(foreign, site.url))
  await runButton(page).click()
  await output(page).getByText('{').waitFor()
  expect(page.workers()[0]).toBe(worker)
  const results = JSON.parse(await output(page).innerText())
  expect(Object.keys(results).length).toBeGreaterThan(12)
  for (const result of Object.values(results)) {
    expect(['refused', 'None', 'undefined']).toContain(result)
  }
  expect(foreign.hits).toEqual([])
  expect(answered).toEqual([])

  await replaceCode(page, 'print("looping")\nwhile True: pass')
  await runButton(page).click()
  await output(page).getByText('looping').waitFor()
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await waitForStatus(page, 'Stopped.')
  expect(performance.now() - pressed).toBeLessThan(1_000)
  await page.context().close()
})

test('a Python program leaves nothing to the next one, and may end the interpreter', async () => {
  const page = await newPage()
  const leaving = `
import asyncio, io, sys
async def go():
    while True:
        print("background", file=sys.__stdout__)
        await asyncio.sleep(0.05)
asyncio.create_task(go())
await asyncio.sleep(0.1)
sys.stdout = io.StringIO()
raise ValueError("no")
`
  await openEditor(page, 'a.py', leaving)
  await runButton(page).click()
  await waitForStatus(page, 'ended with an error')

  const exact =
    'plot([1, float("nan")], [1, 2])\nprint("seen")\nawait asyncio.sleep(0.3)\n[(25, 15511210043330985984000000)]'
  await replaceCode(page, `import asyncio\n${exact}`)
  await runButton(page).click()
  await waitForStatus(page, 'The program has ended.')
  const text = await output(page).innerText()
  expect(text).toContain('seen')
  expect(text).toContain('15511210043330985984000000')
  expect(text).not.toContain('background')

  await replaceCode(page, 'import os\nos._exit(3)')
  await runButton(page).click()
  await waitForStatus(page, 'ended with an error')
  expect(await output(page).innerText()).toContain('The next run starts it again.')
  await replaceCode(page, 'print("alive")')
  await runButton(page).click()
  await waitForStatus(page, 'The program has ended.')
  expect(await output(page).innerText()).toBe('alive')

  // Each plot has a way to the page, which takes one error of a run.
  await replaceCode(
    page,
    'send = plot.__closure__[0].cell_contents\nfor i in range(15000): send("error", \'{"message": "flood"}\')',
  )
  await runButton(page).click()
  await waitForStatus(page, 'ended with an error')
  expect(await output(page).innerText()).toBe('flood')
  await page.context().close()
})

test('a page of HTML is previewed with its scripts, and reaches nothing', async () => {
  const page = await newPage()
  const answered = escapesOf(page)
  await openEditor(
    page,
    'page.html',
    '<h1 id="a">Before</h1><script>a.textContent = "After"</script>',
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe.html-preview')
  await preview.getByRole('heading', { name: 'After' }).waitFor()

  await replaceCode(page, escapingHtml(foreign, site.url))
  await page.getByRole('button', { name: 'Update preview' }).click()
  const results = preview.locator('#results').filter({ hasText: '{' })
  await results.waitFor()
  const found = JSON.parse(await results.innerText())
  expect(found.frames).toBe('0')
  expect(Object.keys(found).length).toBeGreaterThan(10)
  for (const [name, result] of Object.entries(found)) {
    if (name !== 'frames') expect(['refused', 'nothing']).toContain(result)
  }
  expect(foreign.hits).toEqual([])
  expect(answered).toEqual([])
  expect(new URL(page.url()).origin).toBe(site.url)
  await page.context().close()
})

test('a program that is started before the editor is there goes on when it comes, and when it goes', async () => {
  const page = await newPage()
  let sendEditor = () => {}
  const sent = new Promise<void>((resolve) => {
    sendEditor = resolve
  })
  await page.route('**/code-editor-*.js', async (route) => {
    await sent
    await route.continue()
  })
  const program = "console.log('begun')\nsetTimeout(() => console.log('ended'), 3000)\n"
  await openCode(page, 'wait.js', program)
  await runButton(page).click()
  await output(page).getByText('begun').waitFor()
  sendEditor()
  await page.locator('.cm-content').waitFor()
  await output(page).getByText('ended').waitFor()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.locator('.cm-content').waitFor({ state: 'detached' })
  await output(page).getByText('ended').waitFor()
})
