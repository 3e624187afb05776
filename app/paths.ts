/** The addresses of the pages and downloads, built in one place. */
export const paths = {
  newChat: () => '/',
  /** A new chat that begins with what was asked last in another one. */
  newChatFrom: (chatId: string) => `/?${new URLSearchParams({ from: chatId })}`,
  /** The action of a new chat's form; `?index` addresses the index route rather than its layout. */
  newChatAction: () => '/?index',
  newTemporaryChat: () => '/?temporary=1',
  /** The action of its form. */
  newTemporaryChatAction: () => '/?index&temporary=1',
  /** Tells what becomes of the tab of a temporary chat. */
  temporaryChatTab: (chatId: string, tab: 'opens' | 'leaves' | 'returns') =>
    `/chat/${chatId}/temporary?tab=${tab}`,
  /** The archived chats, or those that are older than one of them. */
  archived: (before?: string) => `/archived${before ? `?${new URLSearchParams({ before })}` : ''}`,
  /** Tells open pages what has changed. */
  live: () => '/live',
  chat: (chatId: string) => `/chat/${chatId}`,
  /** The messages of a chat before one of them, where a page does not show all. */
  olderMessages: (chatId: string, before: string) =>
    `/chat/${chatId}?${new URLSearchParams({ before })}`,
  /** The chat with all of its messages, which prints itself where JavaScript runs. */
  printedChat: (chatId: string) => `/chat/${chatId}?print=1`,
  /** The chat with one of its messages in view. */
  chatMessage: (chatId: string, messageId: string) =>
    `/chat/${chatId}?${new URLSearchParams({ message: messageId })}#m-${messageId.slice(0, 8)}`,
  /** Searches titles, messages and documents. */
  search: (q?: string) => (q ? `/search?${new URLSearchParams({ q })}` : '/search'),
  /** Where chats of a file are brought in. */
  importChats: () => '/import',
  /** Where an owner renames, shares, exports or deletes a chat. */
  chatOptions: (chatId: string) => `/chat/${chatId}/options`,
  /** The reply that is being written, as an HTML document for an iframe (without JavaScript). */
  liveReply: (chatId: string) => `/chat/${chatId}/live`,
  /** The library: all documents, or those that fit `query`. */
  documents: (query: LibraryQuery = {}) => `/documents${libraryQuery(query)}`,
  /** The action of the library's forms; `?index` addresses the list rather than its layout. */
  documentsAction: () => '/documents?index',
  /** Where a page sends files that become documents. */
  documentsUpload: () => '/documents/upload',
  /** All documents as one file. */
  documentsExport: () => '/documents/export.zip',
  document: (documentId: string) => `/documents/${documentId}`,
  /** The document in the pane of a chat. */
  chatDocument: (chatId: string, documentId: string) => `/chat/${chatId}/documents/${documentId}`,
  /** With `versionsBefore`, the page lists the versions that were made before this time, else the newest. */
  documentVersion: (documentId: string, createdAt: string, versionsBefore?: string) =>
    `/documents/${documentId}${versionQuery(createdAt, versionsBefore)}`,
  /** The query of a version, for wherever the document is shown; without one that of the newest. */
  versionQuery,
  /** Compares two versions: left out, `to` is the newest and `from` the one before `to`. */
  documentDiff: (documentId: string, { from, to }: { from?: string; to?: string } = {}) =>
    `/documents/${documentId}/diff${from || to ? `?${new URLSearchParams({ ...(from && { from }), ...(to && { to }) })}` : ''}`,
  /** The plain form in which a document is edited; the browser then goes to `redirectTo`, else to the document. */
  documentEdit: (documentId: string, redirectTo?: string) =>
    withRedirect(`/documents/${documentId}/edit`, redirectTo),
  /** A version as a file of its kind, for whoever may read it. */
  documentExport: (documentId: string, createdAt: string) =>
    `/documents/${documentId}/file?${new URLSearchParams({ version: createdAt })}`,
  /** A chart of a sheet as an SVG file; `chart` is the query that says what it draws. */
  documentChart: (documentId: string, chart: string, createdAt?: string) =>
    `/documents/${documentId}/chart.svg?${chart}${createdAt ? `&${new URLSearchParams({ version: createdAt })}` : ''}`,
  /** One version as JSON (without `createdAt`, the newest), for the open page of the document. */
  documentVersionData: (documentId: string, createdAt?: string) =>
    `/documents/${documentId}/version${createdAt ? `?${new URLSearchParams({ createdAt })}` : ''}`,
  /** What has become of a document, for its open page. */
  documentState: (documentId: string) => `/documents/${documentId}/state`,
  /** The suggestions of a document, for its open page. */
  documentSuggestions: (documentId: string) => `/documents/${documentId}/suggestions`,
  chatExport: (chatId: string, format: 'json' | 'markdown') =>
    `/api/chat/${chatId}/export?format=${format}`,
  /** The list of the keyboard shortcuts. */
  shortcuts: () => '/shortcuts',
  settings: () => '/settings',
  /** The user's own prompts. */
  prompts: () => '/settings/prompts',
  promptsData: () => '/settings/prompts.json',
  /** Everything that the user has, as one file. */
  accountExport: () => '/settings/export.zip',
  /** Asks before the account is deleted. */
  deleteAccount: () => '/settings/delete',
  /** Says that the account is deleted. */
  accountDeleted: () => '/account-deleted',
  login: (redirectTo?: string) => withRedirect('/login', redirectTo),
  register: (redirectTo?: string) => withRedirect('/register', redirectTo),
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: () => '/reset-password',
}

function versionQuery(createdAt: string | undefined, versionsBefore?: string): string {
  const query = new URLSearchParams({
    ...(createdAt && { version: createdAt }),
    ...(versionsBefore && { versionsBefore }),
  })
  return `?${query}`
}

/** What the library shows; left out or empty, it shows all. */
export type LibraryQuery = {
  /** Words to look for. */
  q?: string | undefined
  kind?: string | undefined
  /** A chat id: its documents. */
  chat?: string | undefined
  /** A document id: those that changed before it did. */
  before?: string | undefined
}

function libraryQuery(query: LibraryQuery): string {
  const given = Object.entries(query).filter(([, value]) => value)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
}

function withRedirect(path: string, redirectTo: string | undefined): string {
  return redirectTo && redirectTo !== '/' ? `${path}?${new URLSearchParams({ redirectTo })}` : path
}
