import { Icon } from '../icons/icon.tsx'

/** The id of the sidebar: on a narrow screen it is a popover, which needs no JavaScript. */
export const SIDEBAR_ID = 'sidebar'

/** Opens the sidebar where it is not there all the time. */
export function SidebarButton() {
  return (
    <button
      type="button"
      className="icon-button sidebar-button"
      aria-label="Chats and account"
      {...{ popovertarget: SIDEBAR_ID }}
    >
      <Icon name="menu" />
    </button>
  )
}
