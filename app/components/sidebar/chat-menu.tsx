import { useEffect, useLayoutEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { placeBeside } from '../ui/place-beside.ts'
import { focusChat, type ListChanges, useChatChanges } from './use-chat-changes.ts'
import type { ChatTool, CloseTool, OpenTool } from './use-chat-tools.ts'

type ChatMenuProps = { tool: ChatTool; list: ListChanges; onOpen: OpenTool; onClose: CloseTool }

/** What can be done with a chat of the list: one menu for all of them, beside the button that was pressed. */
export function ChatMenu({ tool, list, onOpen, onClose }: ChatMenuProps) {
  const { chat, anchor } = tool
  const menu = useRef<HTMLDivElement>(null)
  const { pin, archive, remove } = useChatChanges(chat, list)
  const isPinned = chat.pinnedAt !== null

  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    anchor.focus()
    element.showPopover()
    placeBeside(element, anchor, false)
  }, [anchor])
  useEffect(() => {
    const element = menu.current
    function onToggle(event: Event) {
      if ((event as ToggleEvent).newState === 'closed') onClose(tool)
    }
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [onClose, tool])

  return (
    <div ref={menu} className="menu-pop placed" data-menu="start" {...{ popover: 'auto' }}>
      <MenuLink icon="share" to={paths.chatOptions(chat.id)}>
        Share…
      </MenuLink>
      <MenuItem
        icon="pin"
        onClick={() => {
          pin(!isPinned)
          focusChat(chat.id)
        }}
      >
        {isPinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem icon="edit" onClick={() => onOpen('rename', chat, anchor)}>
        Rename
      </MenuItem>
      <MenuItem icon="archive" onClick={() => void archive()}>
        Archive
      </MenuItem>
      <MenuLink icon="download" href={paths.chatExport(chat.id, 'markdown')} download>
        Export
      </MenuLink>
      <MenuLink icon="print" href={paths.printedChat(chat.id)}>
        Print
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon="trash" danger onClick={remove}>
        Delete
      </MenuItem>
    </div>
  )
}
