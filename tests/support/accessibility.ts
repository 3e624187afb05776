import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Checks what a page shows now with axe: nothing of it keeps anybody out. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated by the browser's debugger, which the content security policy does not concern.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe
    return (await inPage.run()).violations
  })
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`,
  )
  expect(found).toEqual([])
}
