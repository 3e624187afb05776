import { useRevalidator } from '@remix-run/react'
import { useRef, useState } from 'react'
import { kindOfFile, MAX_FILE_BYTES } from '#core/library/file-kinds.ts'
import { readProblem } from './chat/read-problem.ts'

type Refused = { name: string; reason: string }

export type FileUploads = ReturnType<typeof useFileUploads>

/** Uploads files to the library, one after the other, so that each may be as large as one may be. */
export function useFileUploads(address: string) {
  const { revalidate } = useRevalidator()
  const isRunning = useRef(false)
  const [waiting, setWaiting] = useState(0)
  const [uploaded, setUploaded] = useState(0)
  const [refused, setRefused] = useState<Refused[]>([])

  async function add(list: Iterable<File>) {
    const files = [...list]
    if (isRunning.current || files.length === 0) return
    isRunning.current = true
    setUploaded(0)
    setRefused([])
    setWaiting(files.length)
    for (const file of files) {
      const reason = reasonToRefuse(file) ?? (await upload(address, file))
      if (reason === null) setUploaded((count) => count + 1)
      else setRefused((refused) => [...refused, { name: file.name, reason }])
      setWaiting((count) => count - 1)
    }
    isRunning.current = false
    revalidate()
  }

  return { add, waiting, uploaded, refused }
}

/** What needs no server to be told. */
function reasonToRefuse({ name, size }: File): string | null {
  if (kindOfFile(name) === null) {
    return 'cannot be a document. Upload .md, .txt, .csv, .tsv, .png or source code.'
  }
  return size > MAX_FILE_BYTES ? 'is larger than 5 MB. Make it smaller.' : null
}

/** Gives null where the file is a document now, else why not. */
async function upload(address: string, file: File): Promise<string | null> {
  const body = new FormData()
  body.append('file', file)
  try {
    const response = await fetch(address, { method: 'POST', body })
    if (!response.ok) return `was not uploaded. ${(await readProblem(response)).detail}`
    const { refused } = (await response.json()) as { refused: Refused[] }
    return refused[0]?.reason ?? null
  } catch {
    return 'was not uploaded: the service cannot be reached.'
  }
}
