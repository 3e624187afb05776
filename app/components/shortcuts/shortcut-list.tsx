import { SHORTCUTS } from '#app/shortcuts.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'

/** All shortcuts, each with its keys. */
export function ShortcutList({ mac }: { mac: boolean }) {
  return (
    <dl className="list-of-keys">
      {SHORTCUTS.map(({ keys, label }) => (
        <div key={keys}>
          <dt>{label}</dt>
          <dd>
            <ShortcutKeys keys={keys} mac={mac} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
