/** The cookie that keeps whether the sidebar is closed on a wide screen; scripts write it. */
const SIDEBAR_COOKIE = 'sidebar'

const YEAR_SECONDS = 365 * 24 * 3600

/** The cookie for `document.cookie`. */
export function sidebarCookie(isClosed: boolean): string {
  const value = isClosed ? 'closed' : 'open'
  return `${SIDEBAR_COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

/** Whether the sidebar is closed, by the `Cookie` header of a request. */
export function isSidebarClosed(cookies: string | null): boolean {
  return cookies?.split(/;\s*/).includes(`${SIDEBAR_COOKIE}=closed`) ?? false
}
