/** The addresses of the pages and downloads, built in one place. */
export const paths = {
  newChat: () => '/',
  /** The action of a new chat's form; `?index` addresses the index route rather than its layout. */
  newChatAction: () => '/?index',
  chat: (chatId: string) => `/chat/${chatId}`,
  /** The messages of a chat before one of them, where a page does not show all. */
  olderMessages: (chatId: string, before: string) =>
    `/chat/${chatId}?${new URLSearchParams({ before })}`,
  /** Where an owner renames, shares, exports or deletes a chat. */
  chatOptions: (chatId: string) => `/chat/${chatId}/options`,
  /** The reply that is being written, as an HTML document for an iframe (without JavaScript). */
  liveReply: (chatId: string) => `/chat/${chatId}/live`,
  document: (documentId: string) => `/documents/${documentId}`,
  /** With `versionsBefore`, the page lists the versions that were made before this time, else the newest. */
  documentVersion: (documentId: string, createdAt: string, versionsBefore?: string) =>
    `/documents/${documentId}?${new URLSearchParams({ version: createdAt, ...(versionsBefore && { versionsBefore }) })}`,
  documentExport: (documentId: string, createdAt: string) =>
    `/api/document/${documentId}/export?${new URLSearchParams({ version: createdAt })}`,
  chatExport: (chatId: string, format: 'json' | 'markdown') =>
    `/api/chat/${chatId}/export?format=${format}`,
  settings: () => '/settings',
  login: (redirectTo?: string) => withRedirect('/login', redirectTo),
  register: (redirectTo?: string) => withRedirect('/register', redirectTo),
  logout: () => '/logout',
}

function withRedirect(path: string, redirectTo: string | undefined): string {
  return redirectTo && redirectTo !== '/' ? `${path}?${new URLSearchParams({ redirectTo })}` : path
}
