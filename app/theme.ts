/** How the pages look: as the system does, or always light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const COOKIE = 'theme'
const YEAR_SECONDS = 365 * 24 * 3600

/** The colours of the browser's bars, like `--color-bg` in tokens.css. */
const BAR_COLOURS = { light: '#ffffff', dark: '#171717' } as const

/**
 * Makes the cookie that keeps a theme, for `Set-Cookie` and for `document.cookie`
 * alike. It belongs to the browser, not to the account, so it also fits the
 * pages for signing in.
 */
export function themeCookie(theme: Theme): string {
  const kept = theme === 'system' ? '; Max-Age=0' : `${theme}; Max-Age=${YEAR_SECONDS}`
  return `${COOKIE}=${kept}; Path=/; SameSite=Lax`
}

/** Reads the theme from a `Cookie` header; whatever it does not know is the system's. */
export function readTheme(cookies: string | null | undefined): Theme {
  const value = cookies?.match(/(?:^|;)\s*theme=([a-z]+)\s*(?:;|$)/)?.[1]
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/** The `data-theme` of `<html>`; left out for the system's. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

/** The colour of the browser's bars where the system has this scheme. */
export function barColour(theme: Theme, systemScheme: 'light' | 'dark'): string {
  return BAR_COLOURS[theme === 'system' ? systemScheme : theme]
}

/** Shows the open page in a theme at once, and keeps the theme for the pages to come. */
export function applyTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in some browsers only.
  document.cookie = themeCookie(theme)
  const attribute = themeAttribute(theme)
  if (attribute) document.documentElement.dataset.theme = attribute
  else delete document.documentElement.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = barColour(theme, meta.media.includes('dark') ? 'dark' : 'light')
  }
  const scheme = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')
  if (scheme) scheme.content = attribute ?? 'light dark'
}
