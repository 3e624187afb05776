import { useCallback, useEffect, useRef, useState } from 'react'
import { parseTextFile } from '#core/chat/text-file.ts'
import type { AttachedPart } from '../chat/chat-types.ts'
import { randomUuid } from '../random-uuid.ts'
import { type Attachment, RefusedFile } from './attachment.ts'

export type Attachments = ReturnType<typeof useAttachments>

/** A file that was chosen, and what ends its upload. */
type Source = { file: File; ended: AbortController; preview: string | null }

const MAX_FILES = 8
const UNREACHABLE = 'The files could not be added. Check your connection, then try again.'

/** The images and text files of the next message, each uploaded or read as soon as it is chosen. */
export function useAttachments() {
  const [items, setItems] = useState<Attachment[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const latest = useRef(items)
  const sources = useRef(new Map<string, Source>())

  const change = useCallback((next: (items: Attachment[]) => Attachment[]) => {
    latest.current = next(latest.current)
    setItems(latest.current)
  }, [])
  const update = useCallback(
    (key: string, part: Partial<Attachment>) =>
      change((items) => items.map((item) => (item.key === key ? { ...item, ...part } : item))),
    [change],
  )
  const remove = useCallback(
    (key: string) => {
      sources.current.get(key)?.ended.abort()
      change((items) => items.filter((item) => item.key !== key))
    },
    [change],
  )
  useEffect(() => {
    const chosen = sources.current
    return () => {
      for (const { ended, preview } of chosen.values()) {
        ended.abort()
        if (preview) URL.revokeObjectURL(preview)
      }
    }
  }, [])

  async function prepare(key: string) {
    const source = sources.current.get(key)
    if (!source) return
    const { signal } = source.ended
    update(key, { percent: 0, failure: undefined })
    try {
      const { prepareFile } = await import('./prepare-file.ts')
      const onProgress = (percent: number) => update(key, { percent })
      update(key, { file: await prepareFile(source.file, { onProgress, signal }) })
    } catch (error) {
      if (signal.aborted) return
      const text = error instanceof Error ? error.message : String(error)
      if (!(error instanceof RefusedFile)) return update(key, { failure: text })
      remove(key)
      setRefusals((refusals) => [...refusals, text])
    }
  }

  async function add(list: Iterable<File> | null) {
    // The list is emptied with the field or the event that it belongs to.
    const files = [...(list ?? [])]
    if (files.length === 0) return
    const loaded = await import('./prepare-file.ts').catch(() => null)
    if (!loaded) return setRefusals([UNREACHABLE])
    const refused: string[] = []
    const leftOut: string[] = []
    for (const file of files) {
      const reason = loaded.reasonToRefuse(file)
      if (reason) refused.push(reason)
      else if (latest.current.length >= MAX_FILES) leftOut.push(file.name)
      else {
        const key = randomUuid()
        const preview = loaded.isImage(file) ? URL.createObjectURL(file) : null
        sources.current.set(key, { file, preview, ended: new AbortController() })
        const name = file.name || 'image'
        change((items) => [...items, { key, name, preview, file: null, percent: 0 }])
        void prepare(key)
      }
    }
    if (leftOut.length > 0) {
      refused.push(`A message takes ${MAX_FILES} files at most. Left out: ${leftOut.join(', ')}.`)
    }
    setRefusals(refused)
  }

  const hasFailed = items.some(({ failure }) => failure)
  return {
    items,
    /** Why files are not among them, a sentence each. */
    refusals,
    add,
    remove,
    retry: (key: string) => void prepare(key),
    hasFailed,
    /** Whether all of them can be sent. */
    isReady: items.every(({ file }) => file),
    files: items.flatMap(({ file }) => (file ? [file] : [])),
    dismissRefusals: () => setRefusals([]),
    clear() {
      change(() => [])
      setRefusals([])
    },
    /** Puts the files of a refused message back. */
    restore(files: AttachedPart[]) {
      change((items) => [...files.map(restored), ...items])
    },
  }
}

function restored(file: AttachedPart): Attachment {
  const attachment = { key: randomUuid(), file, percent: 100 }
  if (file.type === 'text') {
    return { ...attachment, name: parseTextFile(file.text)?.name ?? 'file', preview: null }
  }
  const preview = new URL(file.url, location.href).pathname
  return { ...attachment, name: file.filename ?? 'image', preview }
}
