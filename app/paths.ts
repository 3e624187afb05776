/** The addresses of the pages and downloads, built in one place. */
export const paths = {
  newChat: () => '/',
  /** The action of a new chat's form; `?index` addresses the index route rather than its layout. */
  newChatAction: () => '/?index',
  chat: (chatId: string) => `/chat/${chatId}`,
  /** Where an owner renames, shares, exports or deletes a chat. */
  chatOptions: (chatId: string) => `/chat/${chatId}/options`,
  /** The reply that is being written, as an HTML document for an iframe (without JavaScript). */
  liveReply: (chatId: string) => `/chat/${chatId}/live`,
  document: (documentId: string) => `/documents/${documentId}`,
  documentVersion: (documentId: string, createdAt: string) =>
    `/documents/${documentId}?${new URLSearchParams({ version: createdAt })}`,
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
