import { useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'

/**
 * The path of the page whose query searches the list of chats and shows the older
 * ones: the one that is shown, but not the library, which has a search of its own.
 */
export function useChatListPath(): string {
  const { pathname } = useLocation()
  return pathname === paths.documents() ? paths.newChat() : pathname
}
