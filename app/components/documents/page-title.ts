type Loaded = { document: { title: string } | null; shared: { title: string } | null } | undefined

/** The title of the browser's tab for what the page of a document has loaded. */
export function documentPageTitle(loaded: Loaded): string {
  const document = loaded?.document ?? loaded?.shared
  return document ? `${document.title} · Parley` : 'Parley'
}
