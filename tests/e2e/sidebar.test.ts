import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

const site = browserSite()

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Chats and account' })
const rowOf = (page: Page, title: string) =>
  listOf(page).getByRole('link', { name: title, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Begins a chat, whose title is the message as long as no worker runs. */
async function chatWith(page: Page, text: string) {
  await page.goto('/')
  await sendMessage(page, text)
  await waitForReply(page)
}

async function rename(page: Page, title: string, typed: string, key: 'Enter' | 'Escape') {
  await choose(page, title, 'Rename')
  await page.getByRole('textbox', { name: `New title of “${title}”` }).fill(typed)
  await page.keyboard.press(key)
}

async function choose(page: Page, title: string, action: string) {
  const button = listOf(page).getByRole('link', { name: `Options of “${title}”`, exact: true })
  await button.focus()
  await button.press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a chat is pinned, renamed, archived, and deleted with undo, and the focus is never lost', async () => {
  const { page, errors } = await site.visit()
  await chatWith(page, 'hello one')
  await chatWith(page, 'hello two')
  await choose(page, 'hello one', 'Pin')
  await listOf(page)
    .getByRole('region', { name: 'Pinned' })
    .getByText('hello one', { exact: true })
    .waitFor()
  await expect.poll(() => focused(page)).toBe('hello one')

  await rename(page, 'hello one', 'Never mind', 'Escape')
  await expect.poll(() => focused(page)).toBe('hello one')
  await rename(page, 'hello one', 'A greeting', 'Enter')
  await expect.poll(() => focused(page)).toBe('A greeting')

  await page.clock.install()
  await choose(page, 'hello two', 'Delete')
  await expect.poll(() => rowOf(page, 'hello two').count()).toBe(0)
  await page.getByRole('heading', { name: 'Where shall we begin?' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  // The offer stays as long as the focus is on it.
  await page.keyboard.press('F6')
  await page.clock.fastForward(60_000)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\//)
  await rowOf(page, 'hello two').waitFor()

  await choose(page, 'A greeting', 'Archive')
  await expect.poll(() => rowOf(page, 'A greeting').count()).toBe(0)
  await page.goto('/archived')
  await page.getByRole('button', { name: 'Restore “A greeting”' }).click()
  await rowOf(page, 'A greeting').waitFor()

  // Who leaves the page has meant it.
  await choose(page, 'hello two', 'Delete')
  await page.goto('/documents')
  await expect.poll(() => rowOf(page, 'hello two').count()).toBe(0)
  await page.reload()
  expect(await rowOf(page, 'hello two').count()).toBe(0)
  expect(errors).toEqual([])
})

test('on a wide screen the sidebar closes, and is closed after a reload', async () => {
  const { page } = await site.visit()
  await page.getByRole('button', { name: 'Close the sidebar' }).click()
  expect(await listOf(page).isVisible()).toBe(false)
  const html = await (await page.request.get('/')).text()
  expect(html).toContain('sidebar-closed')
  await page.reload()
  expect(await listOf(page).isVisible()).toBe(false)
  await page.keyboard.press('Control+Shift+S')
  expect(await listOf(page).isVisible()).toBe(true)
})

test('on a phone the drawer takes the focus, keeps it, and gives it back', async () => {
  const { page } = await site.visit({ viewport: { width: 390, height: 780 } })
  const button = page.getByRole('button', { name: 'Chats and account' })
  await button.click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('nav')?.id))
    .toBe('sidebar')
  expect(await page.locator('main').getAttribute('inert')).not.toBeNull()
  await page.keyboard.press('Escape')
  expect(await listOf(page).isVisible()).toBe(false)
  await expect.poll(() => page.locator('main').getAttribute('inert')).toBeNull()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Chats and account')
})

test('what is done in one tab appears in the others, with the reply as it is written', async () => {
  const { page } = await site.visit()
  const other = await page.context().newPage()
  await other.goto('/')
  await chatWith(page, 'hello there')
  await listOf(other)
    .getByRole('link', { name: /^hello there/ })
    .click()
  await other.getByRole('article').nth(1).waitFor()

  await sendMessage(page, 'help')
  await other.getByRole('article').nth(2).getByText('help').waitFor()
  await other.getByRole('button', { name: 'Stop the reply' }).click()
  await page.getByText('Stopped in another tab or on another device.').waitFor()

  await rename(page, 'hello there', 'Renamed', 'Enter')
  await rowOf(other, 'Renamed').waitFor()
  await other.getByRole('textbox', { name: 'Message' }).fill('half a thought')
  await page.request.delete(`/api/chat?id=${page.url().split('/').pop()}`)
  await other.getByText('This chat was deleted in another tab').waitFor()
  expect(await other.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('half a thought')
  await expect.poll(() => rowOf(other, 'Renamed').count()).toBe(0)
})

test('a temporary chat says what it is, survives a reload, and is in no list', async () => {
  const { page } = await site.visit()
  await page.getByRole('link', { name: 'Temporary chat' }).click()
  await page.getByText('It is in no list').waitFor()
  await sendMessage(page, 'hello nobody')
  await page.waitForURL(/\/chat\//)
  await waitForReply(page)
  await page.reload()
  await page.getByText('It is in no list').waitFor()
  expect(await page.getByRole('article').count()).toBe(2)
  expect(await rowOf(page, 'Temporary chat').count()).toBe(0)
  expect(await page.getByText('Share', { exact: true }).count()).toBe(0)
  const [row] = await site.app.database.sql<{ left: string }>(
    'select extract(epoch from expires_at - now()) as left from chat where expires_at is not null',
  )
  expect(Number(row?.left)).toBeGreaterThan(3_000)
  await page.close()
  await expect
    .poll(async () => {
      const [row] = await site.app.database.sql<{ left: string }>(
        'select extract(epoch from expires_at - now()) as left from chat where expires_at is not null',
      )
      return Number(row?.left) < 61
    })
    .toBe(true)
})
