import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Says in an empty document what it is for. */
export function placeholder(text: string): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const first = doc.firstChild
        if (doc.childCount !== 1 || !first?.isTextblock || first.content.size > 0) return null
        const attrs = { class: 'is-empty', 'data-placeholder': text, 'aria-placeholder': text }
        return DecorationSet.create(doc, [Decoration.node(0, first.nodeSize, attrs)])
      },
    },
  })
}
