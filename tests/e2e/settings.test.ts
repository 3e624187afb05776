import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { browserSite } from '#tests/support/browser-site.ts'

const site = browserSite({ worker: true })

/** The colour behind the page, as the browser paints it. */
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

async function register(page: Page) {
  const email = newEmail()
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return email
}

test('the theme changes at once, is there from the first paint, and fits no system', async () => {
  const { page, errors } = await site.visit({ colorScheme: 'light' })
  await page.goto('/settings')
  const light = await background(page)
  await page.getByLabel('Dark', { exact: true }).check()
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)
  // Before any script has run: what the server sent decides.
  const paints: string[] = []
  await page.exposeFunction('notePaint', (colour: string) => paints.push(colour))
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      // @ts-expect-error: the function of this test.
      notePaint(getComputedStyle(document.body).backgroundColor),
    )
  })
  await page.goto('/')
  await expect.poll(() => paints.length).toBeGreaterThan(0)
  expect(paints).toEqual(paints.map(() => dark))
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
  await page.goto('/docs/api')
  expect(await background(page)).toBe(dark)
  await page.goto('/settings')
  await page.getByLabel('Like the system').check()
  await expect.poll(() => background(page)).toBe(light)
  expect(errors).toEqual([])
})

test('without JavaScript the settings are changed and the account is deleted', async () => {
  const context = await site.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const email = await register(page)
  await page.goto('/settings')
  await page.getByLabel('Light', { exact: true }).check()
  await page.getByRole('button', { name: 'Use this theme' }).click()
  expect(await page.getAttribute('html', 'data-theme')).toBe('light')

  await page.getByLabel(/know about you/).fill('Be brief.')
  await page.getByRole('button', { name: 'Save instructions' }).click()
  await page.getByText('Your instructions are saved.').waitFor()
  expect(await page.getByLabel(/know about you/).inputValue()).toBe('Be brief.')

  await page.getByText('Change password', { exact: true }).first().click()
  await page.getByLabel('Current password').fill('wrong horse')
  await page.getByLabel('New password').fill('a new horse')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your password.').waitFor()
  expect(await page.getByLabel('Current password').inputValue()).toBe('')

  await page.getByRole('link', { name: 'Your prompts' }).click()
  await page.getByLabel('Name').fill('rain')
  await page.getByLabel('Text').fill('Will it rain?')
  await page.getByRole('button', { name: 'Add prompt' }).click()
  await page.getByText('/rain').waitFor()

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Delete my account…' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'Everything is deleted' }).waitFor()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The email or the password is wrong.').first().waitFor()
})

test('a new token is copied, the page does not grow over the window, and a phone shows all of it', async () => {
  const context = await site.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await register(page)
  await page.goto('/settings')
  await page.getByLabel('Name').fill('backup')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Copy token' }).click()
  await page.getByText('Copied').waitFor()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^[\w-]{43}$/)
  const size = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return { scrollHeight, scrollWidth }
  })
  expect(size).toEqual({ scrollHeight: 844, scrollWidth: 390 })
})
