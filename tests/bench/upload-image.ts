/** Uploads an image. @returns its address, and how long the upload took in milliseconds */
export async function uploadImage(
  origin: string,
  cookie: string,
  bytes: Buffer,
  type: 'image/jpeg' | 'image/png' = 'image/jpeg',
): Promise<{ url: string; ms: number }> {
  const body = new FormData()
  const name = type === 'image/jpeg' ? 'photo.jpg' : 'photo.png'
  body.set('file', new File([new Uint8Array(bytes)], name, { type }))
  const started = performance.now()
  const response = await fetch(`${origin}/api/files/upload`, {
    method: 'POST',
    headers: { cookie },
    body,
  })
  const text = await response.text()
  const ms = performance.now() - started
  if (!response.ok) throw new Error(`${response.status}: ${text.slice(0, 200)}`)
  return { url: (JSON.parse(text) as { url: string }).url, ms }
}
