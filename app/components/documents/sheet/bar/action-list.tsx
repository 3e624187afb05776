import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'
import { lineActions } from './line-actions.ts'

type ActionListProps = {
  store: SheetStore
  /** The role of each item, where the list is a menu. */
  itemRole?: 'menuitem'
  onDone(): void
}

/** What can be done with the selected rows and columns. */
export function ActionList({ store, itemRole, onDone }: ActionListProps) {
  const state = useSheet(store)
  return lineActions(state).map((group) => (
    <div key={group[0]?.label} className="action-group" role={itemRole && 'group'}>
      {group.map(({ label, keys, run, needsOwnOrder }) => (
        <button
          key={label}
          type="button"
          role={itemRole}
          disabled={needsOwnOrder && state.order !== null}
          title={
            needsOwnOrder && state.order ? 'Show all rows in their own order first' : undefined
          }
          onClick={() => {
            store.apply(run(store.get()))
            onDone()
          }}
        >
          {label}
          {keys && <kbd>{keys}</kbd>}
        </button>
      ))}
    </div>
  ))
}
