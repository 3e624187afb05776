import type { MessageStatus } from '#db/entities/message.ts'

type StoredMessage = {
  id: string | null
  position: number | null
  /** The parts themselves, or what tells where they are. */
  parts: { length: number } | null
  status: MessageStatus | null
  replacedBy: string | null
}

/**
 * Gives the messages of a conversation out of all that are stored of a chat.
 * What a reply has replaced is left out, unless the reply has ended without a
 * part, or its process has died: then it is shown again in place of the reply,
 * also before the rows are brought in line
 * (docs/decisions/0015-replaced-messages.md).
 *
 * @param rows by position
 */
export function shownMessages<Row extends StoredMessage>(rows: Row[]): Row[] {
  const replaced = rows.filter(({ replacedBy }) => replacedBy)
  if (replaced.length === 0) return rows
  const shown = rows.filter(({ replacedBy }) => !replacedBy)
  const isGrowing = new Set(
    shown
      .filter(({ parts, status }) => parts?.length || status === 'streaming')
      .map(({ id }) => id),
  )
  const back = replaced.filter(({ replacedBy }) => !isGrowing.has(replacedBy))
  const failed = new Set(back.map(({ replacedBy }) => replacedBy))
  const kept = shown.filter(({ id }) => !failed.has(id))
  // An edited message kept its row; its old text stands in a row of its own.
  const oldTexts = new Map(back.map((old) => [old.position, old.parts]))
  const positions = new Set(kept.map(({ position }) => position))
  return [
    ...kept.map((row) => ({ ...row, parts: oldTexts.get(row.position) ?? row.parts })),
    ...back.filter(({ position }) => !positions.has(position)),
  ].sort((a, b) => Number(a.position) - Number(b.position))
}
