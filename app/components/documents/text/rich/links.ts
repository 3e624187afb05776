import type { Mark } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { Plugin } from 'prosemirror-state'
import { safeLinkUrl } from '#components/markdown/safe-url.ts'
import { schema } from '../markdown/schema.ts'

const { link } = schema.marks

/** The link that is edited: its text and where it leads. */
export type EditedLink = { from: number; to: number; text: string; href: string; mark?: Mark }

/** The link around the selection, or the selected text with no address yet; null where none can be. */
export function linkAt(state: EditorState): EditedLink | null {
  const { from, to, $from, empty } = state.selection
  if (!$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return null
  if (!$from.sameParent(state.selection.$to)) return null
  const start = $from.parent.childAfter($from.parentOffset)
  const mark = start.node ? link.isInSet(start.node.marks) : undefined
  const before = $from.parent.childBefore($from.parentOffset)
  const found = mark ?? (empty && before.node ? link.isInSet(before.node.marks) : undefined)
  if (!found) return { from, to, text: state.doc.textBetween(from, to), href: '' }
  // A link may be in several pieces, some of them bold.
  let first = mark ? start.index : before.index
  let last = first
  const { parent } = $from
  while (first > 0 && found.isInSet(parent.child(first - 1).marks)) first -= 1
  while (last + 1 < parent.childCount && found.isInSet(parent.child(last + 1).marks)) last += 1
  let at = $from.start()
  for (let index = 0; index < first; index += 1) at += parent.child(index).nodeSize
  let end = at
  for (let index = first; index <= last; index += 1) end += parent.child(index).nodeSize
  const text = state.doc.textBetween(at, end)
  return { from: at, to: end, text, href: found.attrs.href, mark: found }
}

/**
 * Gives a link another text and address; without an address the text stays alone.
 * A text that is the same keeps what is bold and which images are in it, and an
 * address that is the same keeps how it was written.
 */
export function changeLink(
  state: EditorState,
  edited: EditedLink,
  text: string,
  href: string,
): Transaction {
  const { from, to, mark } = edited
  const { tr } = state
  if (text !== edited.text || from === to) {
    const marks = tr.doc.resolve(from).marksAcross(tr.doc.resolve(to)) ?? []
    tr.replaceWith(from, to, schema.text(text.trim() || href, link.removeFromSet(marks)))
  }
  const end = tr.mapping.map(to)
  tr.removeMark(from, end, link)
  if (href) tr.addMark(from, end, mark?.attrs.href === href ? mark : link.create({ href }))
  return tr.removeStoredMark(link).scrollIntoView()
}

/** The address of a link as a person types it; null when it is not safe or is none. */
export function typedAddress(typed: string): string | null {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return safeLinkUrl(`mailto:${text}`)
  const isBare = /^[^\s/:]+\.[^\s/:]{2,}(?:[/?#:]\S*)?$/.test(text)
  return safeLinkUrl(isBare ? `https://${text}` : text)
}

/** With Ctrl or ⌘, a click on a link opens it in another tab. */
export function openLinks(): Plugin {
  return new Plugin({
    props: {
      handleClick(_view, _position, event) {
        if (!(event.metaKey || event.ctrlKey) || !(event.target instanceof Element)) return false
        const href = safeLinkUrl(event.target.closest('a')?.getAttribute('href') ?? '')
        if (!href) return false
        window.open(href, '_blank', 'noopener,noreferrer')
        return true
      },
    },
  })
}
