import { SidebarButton } from '../sidebar/sidebar.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** The list of the shortcuts as a page, which needs no JavaScript. */
export function ShortcutsPage({ mac }: { mac: boolean }) {
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Keyboard shortcuts</h1>
      </header>
      <div className="pane-body">
        <div className="page-column">
          <ShortcutList mac={mac} />
          <noscript>
            <p className="note">The shortcuts need JavaScript, which is off in this browser.</p>
          </noscript>
        </div>
      </div>
    </>
  )
}
