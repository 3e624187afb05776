/** Bytes and milliseconds for which the rest of a body is read, only to be dropped. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_MS = 10_000

/**
 * Drops the rest of a body in the background while the answer is sent.
 *
 * Cancelling at once would close the socket (the Express adapter destroys the
 * request), and the client, still sending, would see a reset connection
 * instead of the answer. Past the bounds that is what it gets.
 */
export function discardBody(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const end = setTimeout(() => void reader.cancel().catch(() => {}), MAX_MS)
  end.unref()
  void drain(reader)
    .catch(() => {})
    .finally(() => clearTimeout(end))
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
    if (bytes > MAX_BYTES) return void (await reader.cancel())
  }
}
