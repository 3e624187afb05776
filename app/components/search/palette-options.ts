import type { useNavigate } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { SidebarChat } from '#app/sidebar-chat.ts'
import { applyTheme, type Theme } from '#app/theme.ts'
import type { SearchResult, SnippetPiece } from '#core/search/search-schema.ts'
import { resultPath } from './result-text.tsx'

/** What can be chosen in the palette. */
export type PaletteOption = {
  id: string
  label: string
  /** In place of the label, where words are marked in it. */
  marked?: SnippetPiece[]
  /** A second line. */
  snippet?: SnippetPiece[]
  icon: string
  run(): void
}

export type PaletteGroup = { label: string; options: PaletteOption[] }

type Navigate = ReturnType<typeof useNavigate>

/** What the palette does besides searching. */
export function paletteActions(navigate: Navigate, toggleSidebar: () => void): PaletteOption[] {
  const page = (id: string, label: string, icon: string, path: string): PaletteOption => ({
    id,
    label,
    icon,
    run: () => navigate(path),
  })
  const theme = (theme: Theme, label: string): PaletteOption => ({
    id: `theme-${theme}`,
    label,
    icon: 'image',
    run: () => applyTheme(theme),
  })
  const event = (id: string, label: string, name: string): PaletteOption => ({
    id,
    label,
    icon: 'menu',
    run: () => dispatchEvent(new Event(name)),
  })
  return [
    page('new-chat', 'New chat', 'plus', paths.newChat()),
    page('temporary', 'Temporary chat', 'plus', paths.newTemporaryChat()),
    page('documents', 'Documents', 'document', paths.documents()),
    page('settings', 'Settings', 'more', paths.settings()),
    page('import', 'Import chats', 'arrow-down', paths.importChats()),
    theme('light', 'Light theme'),
    theme('dark', 'Dark theme'),
    theme('system', 'Theme of the system'),
    { id: 'sidebar', label: 'Show or hide the sidebar', icon: 'menu', run: toggleSidebar },
    event('shortcuts', 'Keyboard shortcuts', 'parley:shortcuts'),
  ]
}

/** Chats that were begun last, which are there before anything is typed. */
export function recentChats(chats: SidebarChat[], navigate: Navigate): PaletteOption[] {
  return chats.map(({ id, title }) => ({
    id,
    label: title,
    icon: 'edit',
    run: () => navigate(paths.chat(id)),
  }))
}

/** What a search has found, by its kind. */
export function resultGroups(results: SearchResult[], navigate: Navigate): PaletteGroup[] {
  const groups = [
    { kind: 'chat', label: 'Chats', icon: 'edit' },
    { kind: 'message', label: 'Messages', icon: 'chat' },
    { kind: 'document', label: 'Documents', icon: 'document' },
  ]
  return groups.map(({ kind, label, icon }) => ({
    label,
    options: results
      .filter((result) => result.kind === kind)
      .map((result) => ({
        id: `${kind}-${result.messageId ?? result.documentId ?? result.chatId}`,
        label: result.title,
        ...(kind === 'chat' ? { marked: result.snippet } : { snippet: result.snippet }),
        icon,
        run: () => navigate(resultPath(result)),
      })),
  }))
}
