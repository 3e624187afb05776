/** A chat as the sidebar lists it. */
export type SidebarChat = {
  id: string
  title: string
  createdAt: string
  /** Null for most. */
  pinnedAt: string | null
  /** Whether a reply is being written in it; an older chat does not tell. */
  isRunning?: boolean
}

export type ChatLists = {
  /** The last pinned first; none among older or found chats. */
  pinned: SidebarChat[]
  /** Newest first. */
  chats: SidebarChat[]
  hasMore: boolean
}
