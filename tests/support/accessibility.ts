import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 640 }

/** WCAG 2.2 A and AA, and what axe recommends beyond it. */
const ALL: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
}
/** What depends on the theme. */
const CONTRAST: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** What can be over a page, and be closed. */
export const OPEN_OVER_PAGE = 'dialog[open], [popover]:not(.tooltip):popover-open'

/** What may be wider than it seems: it is scrolled up and down only. */
const SCROLLED = 'html, body, main, main > div, nav, dialog, [popover], .thread-scroll'

/** Checks what a page shows now with axe: nothing of it keeps anybody out. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, ALL, 'html')).toEqual([])
}

/**
 * Checks what a page shows now on a wide and on a narrow screen, in the light
 * and in the dark theme, and that nothing but code and tables is scrolled sideways.
 * The page is wide and light again at the end. All that is wrong in a test is told at once.
 *
 * @param part a selector of what is checked, for what is over a page that was checked before
 */
export async function expectAccessibleEverywhere(page: Page, part = 'html'): Promise<void> {
  await page.setViewportSize(WIDE)
  const found = {
    'wide, light': await violations(page, ALL, part),
    'wide, dark': await inScheme(page, 'dark', CONTRAST, part),
    ...(await onNarrowScreen(page, part)),
  }
  await page.setViewportSize(WIDE)
  expectNone(found)
}

/** Checks on a narrow screen what is over the page there. */
export async function expectAccessibleDrawer(page: Page): Promise<void> {
  expectNone(await onNarrowScreen(page, OPEN_OVER_PAGE))
}

async function onNarrowScreen(page: Page, part: string) {
  await page.setViewportSize(NARROW)
  return {
    'narrow, dark': await inScheme(page, 'dark', ALL, part),
    'narrow, light': await inScheme(page, 'light', CONTRAST, part),
    'scrolled sideways': await scrolledSideways(page),
  }
}

async function inScheme(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: axe.RunOptions,
  part: string,
) {
  await page.emulateMedia({ colorScheme })
  return violations(page, options, part)
}

async function violations(page: Page, options: axe.RunOptions, part: string): Promise<string[]> {
  // Evaluated by the browser's debugger, which the content security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(
    async ({ options, part }) => {
      const inPage = (globalThis as unknown as { axe: typeof axe }).axe
      return (await inPage.run(part, options)).violations
    },
    { options, part },
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  )
}

function scrolledSideways(page: Page): Promise<string[]> {
  return page.evaluate(
    (scrolled) =>
      [...document.querySelectorAll(scrolled)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, className, scrollWidth }) => `${tagName}.${className} ${scrollWidth}`),
    SCROLLED,
  )
}

function expectNone(found: Record<string, string[]>) {
  const wrong = Object.entries(found).filter(([, each]) => each.length > 0)
  expect.soft(Object.fromEntries(wrong)).toEqual({})
}
