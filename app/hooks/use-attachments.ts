import { useCallback, useEffect, useRef, useState } from 'react'
import { parseTextFile } from '#core/chat/text-file.ts'
import type { AttachedPart, FilePart } from './chat/chat-types.ts'
import { readProblem } from './chat/read-problem.ts'
import { randomUuid } from './random-uuid.ts'

type Attachment = {
  key: string
  name: string
  /** The address of an image in the list: an object URL, or that of the upload. */
  preview: string | null
  /** Null while it is being uploaded or read. */
  file: AttachedPart | null
}

export type Attachments = ReturnType<typeof useAttachments>

const IMAGE_TYPES = ['image/jpeg', 'image/png']
const MAX_BYTES = 5 * 1024 * 1024
const MAX_ITEMS = 8

/** The images and text files of the next message, each uploaded or read as soon as it is chosen. */
export function useAttachments() {
  const [items, setItems] = useState<Attachment[]>([])
  const [error, setError] = useState<string | null>(null)
  const objectUrls = useRef(new Set<string>())

  useEffect(() => {
    const created = objectUrls.current
    return () => {
      for (const url of created) URL.revokeObjectURL(url)
    }
  }, [])

  const remove = useCallback((key: string) => {
    setItems((items) => items.filter((item) => item.key !== key))
  }, [])

  async function upload(key: string, file: File) {
    try {
      const part = await (isImage(file) ? uploadImage(file) : readText(file))
      setItems((items) => items.map((item) => (item.key === key ? { ...item, file: part } : item)))
    } catch (failure) {
      remove(key)
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }

  function add(files: FileList | null) {
    const chosen = [...(files ?? [])]
    const room = MAX_ITEMS - items.length
    setError(chosen.length > room ? `A message takes ${MAX_ITEMS} files at most.` : null)
    for (const file of chosen.slice(0, room)) {
      const reason = reasonToRefuse(file)
      if (reason) {
        setError(reason)
        continue
      }
      const key = randomUuid()
      const preview = isImage(file) ? URL.createObjectURL(file) : null
      if (preview) objectUrls.current.add(preview)
      setItems((items) => [...items, { key, name: file.name || 'image', preview, file: null }])
      void upload(key, file)
    }
  }

  return {
    items,
    error,
    add,
    remove,
    uploading: items.some(({ file }) => file === null),
    files: items.flatMap(({ file }) => (file ? [file] : [])),
    clear() {
      setItems([])
      setError(null)
    },
    /** Puts the files of a refused message back. */
    restore(files: AttachedPart[]) {
      setItems((items) => [...files.map(restored), ...items])
    },
  }
}

function restored(file: AttachedPart): Attachment {
  const key = randomUuid()
  if (file.type === 'text') {
    return { key, name: parseTextFile(file.text)?.name ?? 'file', preview: null, file }
  }
  const preview = new URL(file.url, location.href).pathname
  return { key, name: file.filename ?? 'image', preview, file }
}

function isImage({ type }: File): boolean {
  return IMAGE_TYPES.includes(type)
}

async function readText(file: File): Promise<AttachedPart> {
  const { readTextFile } = await import('./read-text-file.ts')
  return { type: 'text', text: await readTextFile(file) }
}

function reasonToRefuse(file: File): string | null {
  if (/^(image\/(?!svg)|audio\/|video\/)/.test(file.type) && !isImage(file)) {
    return `${file.name} is not a JPEG or PNG image, and no text.`
  }
  if (isImage(file) && file.size > MAX_BYTES) return `${file.name} is larger than 5 MB.`
  return null
}

async function uploadImage(file: File): Promise<FilePart> {
  const body = new FormData()
  body.set('file', file)
  let response: Response
  try {
    response = await fetch('/api/files/upload', { method: 'POST', body })
  } catch {
    throw new Error('The image could not be sent. Check your connection, then try again.')
  }
  if (!response.ok) throw new Error((await readProblem(response)).detail)
  const { url, contentType } = (await response.json()) as { url: string; contentType: string }
  return { type: 'file', mediaType: contentType, url, filename: file.name }
}
