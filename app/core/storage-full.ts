import { AppError } from './app-error.ts'

/** What the triggers of the database refuse a write with (db/migrations, `add_storage`). */
const SQLSTATE = 'QUOTA'

/**
 * Makes the error of a write for which there is no room: what a user, or one document,
 * may hold is bounded (`STORAGE_PER_USER`, `STORAGE_PER_DOCUMENT`).
 *
 * @returns null when the error is another one
 */
export function storageFull(error: unknown, depth = 0): AppError | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null
  const { code, constraint, detail, cause } = error as Record<string, unknown>
  if (code !== SQLSTATE) return storageFull(cause, depth + 1)
  const text = TEXTS[String(constraint)] ?? TEXTS.storage_per_user
  return new AppError('too-large', text(Number(detail).toLocaleString('en')), { cause: error })
}

const TEXTS: Record<string, (bytes: string) => string> & {
  storage_per_user: (bytes: string) => string
} = {
  storage_per_user: (bytes) =>
    `Your storage is full: your documents, messages and images may take ${bytes} bytes together. Delete chats, or versions of documents, and try again.`,
  storage_per_guest: (bytes) =>
    `Your storage is full: the documents, messages and images of a guest may take ${bytes} bytes together. Delete chats, or versions of documents. An account has more room.`,
  storage_per_document: (bytes) =>
    `This document is full: its versions may take ${bytes} bytes together. Delete versions of it, or begin another document.`,
}
