import { fenceLanguage } from '#core/documents/code-language.ts'
import { randomUuid } from '../random-uuid.ts'

/** Milliseconds after which a request is given up. */
const TIMEOUT_MS = 15_000

/**
 * Stores a block of code as a document of its own.
 *
 * @returns the id of the document; null when the server did not take it
 */
export async function storeCode(block: Element): Promise<string | null> {
  const id = randomUuid()
  const label = block.querySelector('figcaption > span')?.textContent ?? ''
  // The extension tells the editor the language.
  const title = `snippet.${fenceLanguage(label)?.extension ?? 'txt'}`
  const content = block.querySelector('pre')?.textContent ?? ''
  try {
    const response = await fetch(`/api/document?id=${id}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, content, kind: 'code' }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok ? id : null
  } catch {
    return null
  }
}
