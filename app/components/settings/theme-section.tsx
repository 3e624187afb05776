import { Form } from '@remix-run/react'
import type { FormEvent } from 'react'
import { paths } from '#app/paths.ts'
import { applyTheme, readTheme, THEMES, type Theme } from '#app/theme.ts'
import { useTheme } from '#hooks/use-theme.ts'
import { SettingsSection } from './settings-section.tsx'

const LABELS: Record<Theme, string> = {
  system: 'Like the system',
  light: 'Light',
  dark: 'Dark',
}

/** Chooses how the pages look in this browser: at once with JavaScript, by the button without. */
export function ThemeSection() {
  const theme = useTheme()
  function onChange({ target }: FormEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement) applyTheme(readTheme(`theme=${target.value}`))
  }
  return (
    <SettingsSection id="appearance" title="Appearance">
      <Form method="post" action={paths.settings()} onChange={onChange} reloadDocument>
        <input type="hidden" name="intent" value="theme" />
        <fieldset className="theme-choice">
          <legend className="sr-only">Theme</legend>
          {THEMES.map((value) => (
            <label key={value}>
              <input type="radio" name="theme" value={value} defaultChecked={value === theme} />
              {LABELS[value]}
            </label>
          ))}
        </fieldset>
        <button type="submit" className="button small without-js">
          Use this theme
        </button>
      </Form>
    </SettingsSection>
  )
}
