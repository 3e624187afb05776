/** What a reply shows as HTML for other programs, without what only this page needs. */
export function htmlOfMessage(message: Element): string {
  return [...message.querySelectorAll(':scope > .prose')].map(htmlOfText).join('')
}

function htmlOfText(text: Element): string {
  const copy = text.cloneNode(true) as Element
  for (const tool of copy.querySelectorAll('.block-tools, figcaption, .sr-only')) tool.remove()
  for (const { name, place } of attributesOf(copy)) {
    if (!KEPT_ATTRIBUTES.has(name)) place.removeAttribute(name)
  }
  return copy.innerHTML
}

const KEPT_ATTRIBUTES = new Set('href src alt start colspan type checked dir encoding'.split(' '))

function attributesOf(root: Element) {
  return [...root.querySelectorAll('*')].flatMap((place) =>
    place.getAttributeNames().map((name) => ({ name, place })),
  )
}

/** The table of a block as CSV (RFC 4180). */
export function csvOfTable(block: Element): string {
  return [...block.querySelectorAll('tr')]
    .map((row) => [...row.children].map((cell) => csvField(textOfCell(cell))).join(','))
    .join('\r\n')
}

function textOfCell(cell: Element): string {
  const copy = cell.cloneNode(true) as Element
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n')
  // A formula is copied as it was written.
  for (const math of copy.querySelectorAll('math')) {
    math.replaceWith(math.querySelector('annotation')?.textContent ?? '')
  }
  return copy.textContent ?? ''
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
