/**
 * Settles like a promise, unless that takes too long.
 *
 * @param ms milliseconds to wait at most
 * @param message of the `TimeoutError` with which it rejects then; what the
 *   promise does later is ignored
 */
export async function withDeadline<T>(
  promise: Promise<T>,
  ms: number,
  message: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError(message)), ms)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
    promise.catch(() => {})
  }
}

/** Named as the platform names the error of `AbortSignal.timeout`. */
function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}
