/** Where a bare address begins: at a scheme or at `www.`, before a letter or digit. */
const BARE = /(?:https?:\/\/|ftp:\/\/|www\.)(?=[\p{L}\p{N}])[^\s<]*/iuy
const BRACKETED = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/iy
const BRACKETED_EMAIL = /<([\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9.-]{1,255})>/iy
const EMAIL_DOMAIN = /@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/iy

export type Autolink = { text: string; href: string; end: number }

/** The link that an address makes by standing there (GFM, "Autolinks (extension)"). */
export function bareLink(text: string, at: number): Autolink | null {
  BARE.lastIndex = at
  const found = BARE.exec(text)?.[0]
  if (!found) return null
  const link = withoutTrailingMarks(found)
  return { text: link, href: /^www\./i.test(link) ? `http://${link}` : link, end: at + link.length }
}

/** The link of an address in `<…>`. */
export function bracketedLink(text: string, at: number): Autolink | null {
  BRACKETED.lastIndex = at
  const address = BRACKETED.exec(text)?.[1]
  if (address) return { text: address, href: address, end: at + address.length + 2 }
  BRACKETED_EMAIL.lastIndex = at
  const email = BRACKETED_EMAIL.exec(text)?.[1]
  return email ? { text: email, href: `mailto:${email}`, end: at + email.length + 2 } : null
}

/**
 * The link of an email address, found by its `@`.
 *
 * @param from where the text before it begins that may belong to it
 */
export function emailLink(
  text: string,
  at: number,
  from: number,
): (Autolink & { start: number }) | null {
  let start = at
  while (start > from && at - start < 64 && /[\w.+-]/.test(text[start - 1] ?? '')) start -= 1
  EMAIL_DOMAIN.lastIndex = at
  const domain = EMAIL_DOMAIN.exec(text)?.[0]
  if (start === at || !domain || /[-_]$/.test(domain)) return null
  const email = text.slice(start, at) + domain
  return { start, text: email, href: `mailto:${email}`, end: at + domain.length }
}

/** An address does not end with marks of the sentence, nor with a parenthesis that it does not open. */
function withoutTrailingMarks(address: string): string {
  let open = 0
  for (const character of address) {
    if (character === '(') open += 1
    else if (character === ')') open -= 1
  }
  let end = address.length
  for (; end > 0; end -= 1) {
    const character = address[end - 1] ?? ''
    if (character === ')') {
      if (open >= 0) break
      open += 1
    } else if (character === ';') {
      // A character reference at the end belongs to the text.
      const [reference] = address.slice(Math.max(0, end - 12), end).match(/&[a-z0-9]+;$/i) ?? []
      if (!reference) break
      end -= reference.length - 1
    } else if (!/[?!.,:*_'"~]/.test(character)) break
  }
  return address.slice(0, end)
}
