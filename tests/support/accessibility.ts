import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 640 }

type AxeOptions = Parameters<typeof axe.run>[0] & object

/** WCAG 2.2 A and AA, and what axe recommends beyond it. */
const ALL: AxeOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
}
/** What depends on the theme. */
const CONTRAST: AxeOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Checks what a page shows now with axe: nothing of it keeps anybody out. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, ALL)).toEqual([])
}

/**
 * Checks what a page shows now on a wide and on a narrow screen, in the light
 * and in the dark theme, and that nothing but code and tables is scrolled sideways.
 * The page is wide and light again at the end.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.setViewportSize(WIDE)
  const found = {
    'wide, light': await violations(page, ALL),
    'wide, dark': await inScheme(page, 'dark', CONTRAST),
    ...(await onNarrowScreen(page)),
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDE)
  expectNothing(found)
}

/** The same on a narrow screen alone, for what is only there. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  expectNothing(await onNarrowScreen(page))
}

/** All that is wrong on all pages of a test is told at once. */
function expectNothing(found: Record<string, string[]>) {
  const wrong = Object.entries(found).filter(([, each]) => each.length > 0)
  expect.soft(Object.fromEntries(wrong)).toEqual({})
}

async function onNarrowScreen(page: Page) {
  await page.setViewportSize(NARROW)
  return {
    'narrow, dark': await inScheme(page, 'dark', ALL),
    'narrow, light': await inScheme(page, 'light', CONTRAST),
    'scrolled sideways': await scrolledSideways(page),
  }
}

async function inScheme(page: Page, colorScheme: 'light' | 'dark', options: AxeOptions) {
  await page.emulateMedia({ colorScheme })
  return violations(page, options)
}

async function violations(page: Page, options: AxeOptions): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (options) => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe
    return (await inPage.run(options)).violations
  }, options)
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  )
}

/** The page, its parts that scroll, and what is over it, where they are wider than they seem. */
function scrolledSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, main, main > div, nav, dialog, [popover], .thread-scroll')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, className, scrollWidth }) => `${tagName}.${className} ${scrollWidth}`),
  )
}
