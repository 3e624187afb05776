/** The addresses of the pages, built in one place. */
export const paths = {
  newChat: () => '/',
  /** Where the form of a new chat posts to: Remix tells the index route from its layout by `?index`. */
  newChatAction: () => '/?index',
  chat: (chatId: string) => `/chat/${chatId}`,
  /** Rename, share, delete. */
  chatOptions: (chatId: string) => `/chat/${chatId}/options`,
  /** The reply that is being written, as a document of its own (without JavaScript). */
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
