import { z } from 'zod'
import type { EntityManager } from '#db/orm.ts'
import { removeCodeFence } from '../ai/artifacts/remove-code-fence.ts'
import { fileName } from '../file-name.ts'
import { detectImageType } from '../uploads/upload-rules.ts'
import { codeExtension } from './code-extension.ts'
import { type DocumentVersion, documentQuery, revertDocumentBody } from './document-schema.ts'
import { getVersion } from './find-version.ts'

/** Path of GET /api/document/:id/export. */
export const exportDocumentPath = documentQuery

/** Query of GET /api/document/:id/export: `createdAt` of a version; left out, the newest. */
export const exportDocumentQuery = z.object({
  version: revertDocumentBody.shape.timestamp.optional(),
})

type ExportedFile = { name: string; mediaType: string; bytes: Buffer }

/**
 * Gives a version of a user's document as a file of its kind: text as
 * Markdown, code as source, a sheet as CSV, an image as PNG.
 *
 * @param input.version `createdAt` of the version; left out, the newest
 * @throws {AppError} not-found; not-owner
 */
export async function exportDocument(
  em: EntityManager,
  { id, userId, version }: { id: string; userId: string; version?: string | undefined },
): Promise<ExportedFile> {
  return toFile(await getVersion(em, { id, userId, createdAt: version }))
}

function toFile({ title, content, kind }: DocumentVersion): ExportedFile {
  const text = content ?? ''
  const file = (extension: string, mediaType: string, bytes: string | Buffer) => ({
    name: fileName(title, 'document', extension),
    mediaType,
    bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes),
  })
  if (kind === 'text') return file('md', 'text/markdown; charset=utf-8', text)
  if (kind === 'sheet') return file('csv', 'text/csv; charset=utf-8', text)
  if (kind === 'code') {
    return file(codeExtension(text), 'text/plain; charset=utf-8', removeCodeFence(text))
  }
  const image = toPng(text)
  // What a client saved as an image need not be one.
  return image ? file('png', 'image/png', image) : file('txt', 'text/plain; charset=utf-8', text)
}

function toPng(content: string): Buffer | null {
  const bytes = Buffer.from(content.replace(/^data:image\/png;base64,/, ''), 'base64')
  return detectImageType(bytes) === 'image/png' ? bytes : null
}
