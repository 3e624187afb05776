import { randomUUID } from 'node:crypto'
import type { Caller } from './caller.ts'

/** The HTML of a page without the marks that React sets between texts. */
export async function readText(response: Response): Promise<string> {
  return (await response.text()).replaceAll('<!-- -->', '')
}

/** What the tests of the library do on its pages, with forms as a browser sends them without JavaScript. */
export function libraryCalls(caller: Caller) {
  const { client } = caller

  return {
    /** Saves a document of its own; gives its id. */
    async save(fields: { title?: string; kind?: string; content?: string } = {}): Promise<string> {
      const id = randomUUID()
      const document = { title: 'Note', kind: 'text', content: 'One.', ...fields }
      const response = await caller.call('POST', `/api/document?id=${id}`, document)
      if (response.status !== 200) throw new Error(`Not saved: ${await response.text()}`)
      return id
    },
    /** Sends a form of a document; gives the status, and where the browser goes. */
    async act(id: string, form: Record<string, string>) {
      const body = new URLSearchParams(form)
      const response = await client.raw(`/documents/${id}`, { method: 'POST', body })
      const to = new URL(response.headers.get('Location') ?? '/none', client.url)
      return { status: response.status, path: to.pathname, query: to.searchParams }
    },
    /** The library as HTML. */
    async page(query = ''): Promise<string> {
      const response = await client.get(`/documents${query}`)
      if (response.status !== 200) throw new Error(`No library: ${response.status}`)
      return readText(response)
    },
    /** Titles in the list of the interface. */
    async titles(query = ''): Promise<string[]> {
      const response = await client.get(`/api/documents${query}`)
      const { documents } = (await response.json()) as { documents: { title: string }[] }
      return documents.map(({ title }) => title)
    },
    async content(id: string): Promise<string | undefined> {
      const response = await client.get(`/api/document?id=${id}`)
      if (response.status !== 200) return undefined
      return ((await response.json()) as { content: string }[]).at(-1)?.content
    },
    /** Sends files as the page with JavaScript does. */
    async upload(...files: File[]) {
      const body = new FormData()
      for (const file of files) body.append('file', file)
      const response = await client.raw('/documents/upload', { method: 'POST', body })
      return {
        status: response.status,
        answer: (await response.json()) as {
          documents: { id: string; title: string; kind: string }[]
          refused: { name: string; reason: string }[]
          detail?: string
        },
      }
    },
  }
}
