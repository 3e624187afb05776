import type { EntityManager } from '#db/orm.ts'

type Ending =
  | { status: 'stored'; contentType: string; size: number }
  | { status: 'rejected' | 'failed'; reason: string }

/**
 * Ends an upload: the one change of status that a row ever sees, in one
 * statement, so that the worker storing an image and the web process giving up
 * cannot both win.
 *
 * @returns whether this call ended it; false when it had ended before
 */
export async function finishUpload(
  em: EntityManager,
  id: string,
  ending: Ending,
): Promise<boolean> {
  const stored = ending.status === 'stored' ? ending : null
  const reason = ending.status === 'stored' ? null : ending.reason
  const rows = await em.execute<{ id: string }[]>(
    `update upload set status = ?, content_type = ?, size = ?, reason = ?
      where id = ? and status = 'staged' returning id`,
    [ending.status, stored?.contentType ?? null, stored?.size ?? null, reason, id],
  )
  return rows.length > 0
}
