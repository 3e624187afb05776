import { z } from 'zod'
import { revertDocumentBody } from '#core/documents/document-schema.ts'
import { getVersion } from '#core/documents/find-version.ts'
import { revertToVersion } from '#core/documents/revert-to-version.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { parseInput } from '../../requests/parse-input.ts'
import type { DocumentActions } from './document-action.ts'

const versionTime = revertDocumentBody.shape.timestamp
const versionCount = z.coerce.number().int()

/** What a document's page can do with versions. */
export const versionActions: DocumentActions = {
  async restore({ em, id, userId, form }) {
    const at = parseInput(versionTime, form.version)
    const version = await getVersion(em, { id, userId, createdAt: at })
    // Saved as a new version, so that none of the later ones is lost.
    await saveVersion(em, { ...version, content: version.content ?? '', origin: 'restore' })
  },
  async revert({ em, id, userId, form }) {
    const createdAt = parseInput(versionTime, form.version)
    const expected = parseInput(versionCount, form.later)
    await revertToVersion(em, { id, userId, createdAt, expected })
  },
}
