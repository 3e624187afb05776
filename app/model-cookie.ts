/** The cookie with the chosen model; not a secret, so scripts may write it. */
export const MODEL_COOKIE = 'chat-model'

const YEAR_SECONDS = 365 * 24 * 3600

/** The cookie that keeps the chosen model, for `Set-Cookie` and for `document.cookie`. */
export function modelCookie(model: string): string {
  return `${MODEL_COOKIE}=${model}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
