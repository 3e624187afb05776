import { SHORTCUTS } from '#app/shortcuts.ts'
import { useModal } from '#hooks/use-modal.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'

/** The list of the shortcuts, over the page. */
export default function ShortcutSheet({ onClose }: { onClose(): void }) {
  const dialog = useModal(onClose)
  return (
    <dialog ref={dialog} className="sheet-of-keys" aria-labelledby="shortcuts-title">
      <header>
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <button
          type="button"
          className="icon-button i-close"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        />
      </header>
      <dl>
        {SHORTCUTS.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <ShortcutKeys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
