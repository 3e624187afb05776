import type { FilePart } from '../chat/chat-types.ts'
import { readProblem } from '../chat/read-problem.ts'
import { RefusedFile } from './attachment.ts'

const UNREACHABLE = 'Not uploaded. Check your connection, then try again.'

type UploadOptions = {
  /** @param percent how much of it is sent, from 0 to 100 */
  onProgress(percent: number): void
  signal: AbortSignal
}

/**
 * Uploads an image. It is an XMLHttpRequest, as `fetch` does not tell how much is sent.
 *
 * @throws {RefusedFile} when the server will never take it
 * @throws {Error} in words for the page, when it may be tried again
 */
export async function uploadImage(file: File, options: UploadOptions): Promise<FilePart> {
  const response = await post(file, options)
  if (!response.ok) {
    const { detail } = await readProblem(response)
    const isFinal = [400, 413, 415].includes(response.status)
    throw isFinal ? new RefusedFile(`${file.name}: ${detail}`) : new Error(detail)
  }
  const { url, contentType } = (await response.json()) as { url: string; contentType: string }
  return { type: 'file', mediaType: contentType, url, filename: file.name }
}

function post(file: File, { onProgress, signal }: UploadOptions): Promise<Response> {
  const body = new FormData()
  body.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/files/upload')
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(Math.floor((loaded / Math.max(total, 1)) * 100))
    }
    request.onload = () => resolve(responseOf(request))
    request.onerror = request.onabort = () => reject(new Error(UNREACHABLE))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['Content-Type', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
