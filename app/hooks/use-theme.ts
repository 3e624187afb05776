import { createContext, useContext } from 'react'
import { readTheme, type Theme } from '#app/theme.ts'

const ThemeContext = createContext<Theme | undefined>(undefined)

export const ThemeProvider = ThemeContext.Provider

/**
 * The theme of the page. The server gives it from the cookie, so that the first
 * paint has it; the browser reads it from the page, which then says the same.
 */
export function useTheme(): Theme {
  const given = useContext(ThemeContext)
  if (given || typeof document === 'undefined') return given ?? 'system'
  return readTheme(`theme=${document.documentElement.dataset.theme ?? 'system'}`)
}
