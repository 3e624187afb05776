import type { ReactNode } from 'react'

type SettingsSectionProps = {
  /** Also the anchor of the section, `/settings#<id>`. */
  id: string
  title: string
  children: ReactNode
}

/** A part of the settings under its heading, which links lead to. */
export function SettingsSection({ id, title, children }: SettingsSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="settings-section">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}
