import { z } from 'zod'
import type { EntityManager } from '#db/orm.ts'
import { removeCodeFence } from '../ai/artifacts/remove-code-fence.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { fileName } from '../file-name.ts'
import { kindOfFile } from '../library/file-kinds.ts'
import { detectImageType } from '../uploads/upload-rules.ts'
import { codeExtension } from './code-extension.ts'
import { contentInParts } from './content-in-parts.ts'
import { documentQuery, revertDocumentBody } from './document-schema.ts'
import { getVersion } from './find-version.ts'

/** Path of GET /api/document/:id/export. */
export const exportDocumentPath = documentQuery

/** Query of GET /api/document/:id/export: `createdAt` of a version; left out, the newest. */
export const exportDocumentQuery = z.object({
  version: revertDocumentBody.shape.timestamp.optional(),
})

export type ExportedFile = {
  name: string
  mediaType: string
  bytes: Buffer | AsyncGenerator<Uint8Array, void, void>
}

/** To convert 8 MB keeps the process busy, so that two are converted at once and users take turns. */
const withinLimit = createConcurrencyLimit({
  running: 2,
  waiting: 1_000,
  refusal: 'Too many documents are being exported at once. Try again later.',
})

/**
 * Gives a version of a user's document as a file of its kind: text as
 * Markdown, code as source, a sheet as CSV, an image as PNG.
 *
 * @param input.version `createdAt` of the version; left out, the newest
 * @throws {AppError} not-found; not-owner; unavailable when too many exports wait
 */
export async function exportDocument(
  em: EntityManager,
  { id, userId, version }: { id: string; userId: string; version?: string | undefined },
): Promise<ExportedFile> {
  const { title, kind, createdAt } = await getVersion(em, {
    id,
    userId,
    createdAt: version,
    maxCharacters: 0,
  })
  const file = (extension: string, mediaType: string, bytes: ExportedFile['bytes']) => ({
    name: fileName(withoutExtension(title, extension), 'document', extension),
    mediaType,
    bytes,
  })
  const key = { id, userId, createdAt }
  if (kind === 'text') return file('md', 'text/markdown; charset=utf-8', contentInParts(em, key))
  if (kind === 'sheet') return file('csv', 'text/csv; charset=utf-8', contentInParts(em, key))
  return withinLimit(userId, async () => {
    const text = (await getVersion(em, key)).content ?? ''
    if (kind === 'code') {
      const code = Buffer.from(removeCodeFence(text))
      return file(namedExtension(title) ?? codeExtension(text), 'text/plain; charset=utf-8', code)
    }
    const image = toPng(text)
    if (image) return file('png', 'image/png', image)
    // What a client saved as an image need not be one.
    return file('txt', 'text/plain; charset=utf-8', Buffer.from(text))
  })
}

/** The extension that the title of a source file names. */
function namedExtension(title: string): string | undefined {
  if (kindOfFile(title) !== 'code') return undefined
  return /\.([^.]+)$/.exec(title)?.[1]?.toLowerCase()
}

/** A title that is the name of a file, as that of an uploaded one, does not get its extension twice. */
function withoutExtension(title: string, extension: string): string {
  const end = `.${extension}`
  return title.toLowerCase().endsWith(end) ? title.slice(0, -end.length) : title
}

function toPng(content: string): Buffer | null {
  const bytes = Buffer.from(content.replace(/^data:image\/png;base64,/, ''), 'base64')
  return detectImageType(bytes) === 'image/png' ? bytes : null
}
