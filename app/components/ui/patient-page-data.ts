/**
 * Lets the data of pages wait for the server. Remix would show the error page in place
 * of a page whose data could not be loaded, also where it was only loaded again because
 * something has changed: the conversation and what was typed would be out of sight at
 * each short break of the network and each restart of the server.
 *
 * What is read is tried again until it is there, or the visitor has gone elsewhere. A
 * form is sent once; without an answer of the app the page stays as it is. Remix has no place for this but the
 * `fetch` that it calls, with a `URL` and for addresses that end with `.data`.
 */
export function waitForPageData(): void {
  // Behind the page, which is there already: without it, `fetch` is as it was.
  const loaded = import('./fetch-page-data.ts').catch(() => null)
  const fetchOnce = window.fetch
  window.fetch = async (input, init) => {
    const send = () => fetchOnce(input, init)
    const isPageData = input instanceof URL && input.pathname.endsWith('.data')
    const module = isPageData && (await loaded)
    return module ? module.fetchPageData(send, init) : send()
  }
}
