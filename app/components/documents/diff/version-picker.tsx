import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ListedVersion } from '#core/documents/version-history.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { exactTime, utcTime } from '../versions/version-time.tsx'
import { versionAuthor } from '../versions/version-words.ts'

export type OfferedVersion = Pick<ListedVersion, 'createdAt' | 'number' | 'origin'>

type VersionPickerProps = {
  id: string
  from: { createdAt: string } | null
  to: { createdAt: string }
  versions: OfferedVersion[]
}

/** Chooses the two versions that are compared. */
export function VersionPicker({ id, from, to, versions }: VersionPickerProps) {
  return (
    <Form method="get" action={paths.documentDiff(id)} className="version-picker">
      <VersionSelect label="From" name="from" versions={versions} value={from?.createdAt} />
      <VersionSelect label="To" name="to" versions={versions} value={to.createdAt} />
      <button type="submit" className="button small">
        Compare
      </button>
    </Form>
  )
}

type VersionSelectProps = {
  label: string
  name: string
  versions: OfferedVersion[]
  value: string | undefined
}

function VersionSelect({ label, name, versions, value }: VersionSelectProps) {
  const hydrated = useHydrated()
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {versions.map(({ createdAt, number, origin }) => (
          <option key={createdAt} value={createdAt}>
            {[
              number !== null && `Version ${number}`,
              hydrated ? exactTime(createdAt) : utcTime(createdAt),
              versionAuthor(origin),
            ]
              .filter(Boolean)
              .join(' · ')}
          </option>
        ))}
      </select>
    </label>
  )
}
