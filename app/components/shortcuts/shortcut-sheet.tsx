import { useModal } from '#hooks/use-modal.ts'
import { isMac } from './shortcut-keys.tsx'
import { ShortcutList } from './shortcut-list.tsx'

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
      <ShortcutList mac={isMac(navigator.userAgent)} />
    </dialog>
  )
}
