import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import {
  expectAccessible,
  expectAccessibleDrawer,
  expectAccessibleEverywhere,
  OPEN_OVER_PAGE,
} from '#tests/support/accessibility.ts'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { storeDocument } from '#tests/support/edited-document.ts'
import { seedFullConversation } from '#tests/support/full-conversation.ts'
import { seedSuggestion } from '#tests/support/seed.ts'
import { makePng } from '#tests/support/test-images.ts'

/* What people see is for everybody: WCAG 2.2 AA, in both themes, wide and 320 pixels narrow. */

// Many looks at many pages take long on a machine that has more to do.
vi.setConfig({ testTimeout: 180_000 })

const site = browserSite()

/** A page of somebody who has just registered. */
async function signedIn() {
  const context = await site.newContext({ reducedMotion: 'reduce', colorScheme: 'light' })
  const data = { email: newEmail(), password: PASSWORD }
  const { user } = await (await context.request.post('/api/users', { data })).json()
  const page = await context.newPage()
  return { page, userId: user.id as string }
}

async function check(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await page.goto(path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await expectAccessibleEverywhere(page)
  }
}

async function closed(page: Page) {
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator(OPEN_OVER_PAGE).count()).toBe(0)
}

/** Checks what is open over the page, and closes it. */
async function checkOpen(page: Page) {
  await page.locator(OPEN_OVER_PAGE).waitFor()
  await expectAccessibleEverywhere(page, OPEN_OVER_PAGE)
  await closed(page)
}

test('a conversation with everything in it, and what opens over it', async () => {
  const { page, userId } = await signedIn()
  await check(page, '/')
  const id = await storeDocument(page, { kind: 'text', content: '# Rain\n\nIt pours.' })
  const document = { id, title: 'Note', kind: 'text' }
  const { database } = site.app
  const chatId = await seedFullConversation(database, userId, document)
  await page.goto(`/chat/${chatId}`)
  await page.getByRole('button', { name: 'Copy reply' }).first().waitFor({ state: 'attached' })
  await page.locator('.reasoning > summary').click()
  await page.getByText('1/2').waitFor()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: /^Model: / }).click()
  await checkOpen(page)
  await page.getByRole('link', { name: /^Options of “/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
  await expectAccessibleEverywhere(page, OPEN_OVER_PAGE)
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: /^New title/ }).waitFor()
  await expectAccessibleEverywhere(page, 'nav')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await checkOpen(page)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).waitFor()
  await checkOpen(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await checkOpen(page)
  await page.keyboard.press('Control+/')
  await checkOpen(page)
  await page.locator('.msg-images a').first().click()
  await checkOpen(page)
  await page.getByRole('link', { name: 'Edit message' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your message' }).waitFor()
  await expectAccessibleEverywhere(page)

  const stranger = await (await site.newContext({ reducedMotion: 'reduce' })).newPage()
  await check(stranger, `/chat/${chatId}`)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Chats and account' }).click()
  await page.getByRole('link', { name: 'Documents', exact: true }).waitFor()
  await expectAccessibleDrawer(page)
  await closed(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: /^Options of “/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expectAccessibleEverywhere(page, '.toast')
})

test('the pages of those who are signed in', async () => {
  const { page, userId } = await signedIn()
  const document = {
    id: await storeDocument(page, { kind: 'text', content: 'Rain.' }),
    title: 'Note',
    kind: 'text',
  }
  const chatId = await seedFullConversation(site.app.database, userId, document)
  await page.request.patch(`/api/chat?id=${chatId}`, { data: { archived: true } })
  await page.request.post('/settings/prompts', {
    form: { intent: 'create', name: 'haiku', text: 'Write a haiku' },
    headers: { Origin: site.url },
  })
  await check(page, '/archived', '/search', '/search?q=sunshine', '/search?q=nothing-of-it')
  await check(
    page,
    '/?temporary=1',
    `/chat/${chatId}/options`,
    `/chat/${chatId}/documents/${document.id}`,
  )
  await page.goto('/settings')
  await page.getByLabel('Name').fill('backup')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Copy token' }).waitFor()
  await expectAccessibleEverywhere(page)
  await check(page, '/settings/prompts', '/settings/delete', '/import', '/nothing/here')
  // So large that one look has to do.
  await page.goto('/docs/api')
  await expectAccessible(page)
})

test('documents of each kind', async () => {
  const { page, userId } = await signedIn()
  await check(page, '/documents')
  const png = async (size: number) => (await makePng(size)).toString('base64')
  const kinds = {
    text: ['# Rain\n\nOne.\n\nTwo.\n', '# Rain\n\nOne.\n\nThree.\n'],
    code: ['const a = 1\n', 'const a = 2 // two\n'],
    sheet: ['Month,Sum\nMay,17', 'Month,Sum\nMay,18'],
    image: [await png(30), await png(40)],
  }
  for (const [kind, contents] of Object.entries(kinds)) {
    const [first = '', second = ''] = contents
    const id = await storeDocument(page, { kind, content: first })
    const data = { title: 'Note', kind, content: second }
    const saved = await (await page.request.post(`/api/document?id=${id}`, { data })).json()
    if (kind === 'text') {
      await seedSuggestion(site.app.database, { version: saved, userId, originalText: 'Three.' })
    }
    await page.goto(`/documents/${id}`)
    await page.getByText('2 versions').click()
    await expectAccessibleEverywhere(page)
    await check(page, `/documents/${id}/diff`)
    if (kind !== 'text') continue
    await page.goto(`/documents/${id}`)
    await page.getByRole('link', { name: 'Previous version' }).click()
    await page.getByText('This is an earlier version.').waitFor()
    await expectAccessibleEverywhere(page)
    await check(page, `/documents/${id}/edit`)
    await page.request.post(`/api/document?id=${id}`, { data: { ...data, content: '# Snow' } })
    await page.getByLabel('Content').fill('# Hail')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Choose what stays' }).waitFor()
    await expectAccessibleEverywhere(page)
  }
  await check(page, '/documents')
})

test('the pages of those who are not signed in', async () => {
  const page = await (await site.newContext({ reducedMotion: 'reduce' })).newPage()
  await check(
    page,
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/reset-password?done=1',
    '/account-deleted',
    '/nothing',
  )
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The email or the password is wrong.').first().waitFor()
  await expectAccessibleEverywhere(page)
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.innerHTML = '<input name="text" value="Hello">'
    Object.assign(form, { method: 'post', action: '/resume?redirectTo=%2F' })
    document.body.append(form)
    form.submit()
  })
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await expectAccessibleEverywhere(page)
})
