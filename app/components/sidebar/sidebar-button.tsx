/** The id of the sidebar: on a narrow screen it is a popover, which needs no JavaScript. */
export const SIDEBAR_ID = 'sidebar'

/** Opens the sidebar where it is not there all the time. */
export function SidebarButton() {
  return (
    <button
      type="button"
      className="icon-button i-menu sidebar-button"
      aria-label="Chats and account"
      {...{ popovertarget: SIDEBAR_ID }}
    />
  )
}
