import { useHydrated } from '#hooks/use-hydrated.ts'

/** The buttons of a block of code, for the listeners of `useCopyButtons` and `useBlockTools`. */
export const CODE_TOOLS =
  button('wrap', 'data-wrap aria-pressed="false"', 'Wrap long lines') +
  button('open', 'data-open', 'Open as document') +
  button('copy', 'data-copy="code"', 'Copy code')

export const TABLE_TOOLS = button('copy', 'data-copy="csv"', 'Copy table as CSV')

function button(icon: string, attributes: string, label: string): string {
  return `<button type="button" class="icon-button i-${icon}" ${attributes} aria-label="${label}"></button>`
}

/**
 * The buttons of a block, all of which need JavaScript. The server's HTML, which may have
 * hundreds of blocks, is without them; `addTools` adds them to it.
 */
export function BlockTools({ html }: { html: string }) {
  if (!useHydrated()) return null
  return (
    <span
      className="block-tools"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the buttons above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Adds the buttons to blocks that the server has rendered, in texts that React leaves as they are. */
export function addTools(root: ParentNode): void {
  for (const place of root.querySelectorAll('.prose figure.code > figcaption')) {
    addTo(place, CODE_TOOLS)
  }
  for (const place of root.querySelectorAll('.prose .table-block')) addTo(place, TABLE_TOOLS)
}

function addTo(place: Element, html: string): void {
  if (place.querySelector('.block-tools')) return
  const tools = Object.assign(document.createElement('span'), { className: 'block-tools' })
  tools.innerHTML = html
  place.append(tools)
}
