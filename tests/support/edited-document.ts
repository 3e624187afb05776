import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

type NewDocument = { kind: string; content: string; title?: string }

/** Stores a document of the page's user; gives its id. */
export async function storeDocument(page: Page, document: NewDocument): Promise<string> {
  const id = randomUUID()
  const response = await page.request.post(`/api/document?id=${id}`, {
    data: { title: 'Note', ...document },
  })
  if (!response.ok()) throw new Error(`The document was not stored: ${await response.text()}`)
  return id
}

/** The contents of a document's versions, oldest first. */
export async function storedContents(page: Page, id: string): Promise<string[]> {
  const response = await page.request.get(`/api/document?id=${id}`)
  return ((await response.json()) as { content: string }[]).map(({ content }) => content)
}

/** The newest content of a document. */
export async function storedContent(page: Page, id: string): Promise<string> {
  return (await storedContents(page, id)).at(-1) ?? ''
}

/** The formatted text in its editor. */
export function textEditor(page: Page) {
  return page.locator('.document .ProseMirror')
}

/** Types at the end of the paragraph, heading or item that has this text. */
export async function typeAfter(page: Page, text: string, typed: string): Promise<void> {
  await textEditor(page).getByText(text, { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}
