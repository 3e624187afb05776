import { useCallback, useEffect, useRef, useState } from 'react'
import type { FilePart } from './chat/chat-types.ts'
import { readProblem } from './chat/read-problem.ts'
import { randomUuid } from './random-uuid.ts'

type Attachment = {
  key: string
  name: string
  /** The address of the image in the list: an object URL, or that of the upload. */
  preview: string
  /** Null while the image is being uploaded. */
  file: FilePart | null
}

export type Attachments = ReturnType<typeof useAttachments>

const IMAGE_TYPES = ['image/jpeg', 'image/png']
const MAX_BYTES = 5 * 1024 * 1024
const MAX_ITEMS = 8

/** The images of the next message, each uploaded as soon as it is chosen. */
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
      const part = await uploadImage(file)
      setItems((items) => items.map((item) => (item.key === key ? { ...item, file: part } : item)))
    } catch (failure) {
      remove(key)
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }

  function add(files: FileList | null) {
    setError(null)
    for (const file of [...(files ?? [])].slice(0, MAX_ITEMS - items.length)) {
      const reason = reasonToRefuse(file)
      if (reason) {
        setError(reason)
        continue
      }
      const key = randomUuid()
      const preview = URL.createObjectURL(file)
      objectUrls.current.add(preview)
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
    /** Puts the images of a refused message back. */
    restore(files: FilePart[]) {
      setItems((items) => [
        ...files.map((file) => ({
          key: file.url,
          name: file.filename ?? 'image',
          preview: new URL(file.url, location.href).pathname,
          file,
        })),
        ...items,
      ])
    },
  }
}

function reasonToRefuse(file: File): string | null {
  if (!IMAGE_TYPES.includes(file.type)) return `${file.name} is not a JPEG or PNG image.`
  if (file.size > MAX_BYTES) return `${file.name} is larger than 5 MB.`
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
