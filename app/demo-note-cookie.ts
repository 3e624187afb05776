/** The cookie that keeps that the note on the demo model was closed; scripts write it. */
const DEMO_NOTE_COOKIE = 'demo-note'

const YEAR_SECONDS = 365 * 24 * 3600

/** For `document.cookie`: closes the note in this browser. */
export const closedDemoNoteCookie = `${DEMO_NOTE_COOKIE}=closed; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`

/** Whether the note was closed, by the `Cookie` header of a request. */
export function isDemoNoteClosed(cookies: string | null): boolean {
  return cookies?.split(/;\s*/).includes(`${DEMO_NOTE_COOKIE}=closed`) ?? false
}
