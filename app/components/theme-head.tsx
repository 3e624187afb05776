import { barColour, type Theme, themeAttribute } from '#app/theme.ts'

const SCHEMES = ['light', 'dark'] as const

/** What a page's head says about its theme: the scheme of its controls, and the colour of the browser's bars. */
export function ThemeHead({ theme }: { theme: Theme }) {
  return (
    <>
      <meta name="color-scheme" content={themeAttribute(theme) ?? 'light dark'} />
      {SCHEMES.map((scheme) => (
        <meta
          key={scheme}
          name="theme-color"
          media={`(prefers-color-scheme: ${scheme})`}
          content={barColour(theme, scheme)}
        />
      ))}
    </>
  )
}
