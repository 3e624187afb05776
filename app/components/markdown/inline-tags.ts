import type { DelimiterStack } from './emphasis.ts'
import type { Node, NodeList } from './inline-nodes.ts'

/** The tags of HTML that are read as Markdown is, since Markdown has nothing for what they do. */
const TAG = /<(?:(br) ?\/?|(\/?)(su[bp]))>/iy

export type InlineTag = { name: 'br' | 'sub' | 'sup'; closes: boolean; end: number }

/** The tag at a position. */
export function inlineTag(text: string, at: number): InlineTag | null {
  TAG.lastIndex = at
  const [tag, br, slash, name] = TAG.exec(text) ?? []
  if (!tag) return null
  const end = at + tag.length
  if (br) return { name: 'br', closes: false, end }
  return { name: name?.toLowerCase() === 'sub' ? 'sub' : 'sup', closes: slash === '/', end }
}

type OpenTag = { name: 'sub' | 'sup'; node: Node; from: number; below: number }

/** The tags of a line that are open, newest last. */
export class OpenTags {
  private readonly all: OpenTag[] = []

  open(tag: OpenTag): void {
    this.all.push(tag)
  }

  /**
   * Closes the newest tag, if it has this name.
   *
   * @returns where it has begun; null when nothing was closed
   */
  close(name: string, nodes: NodeList, delimiters: DelimiterStack): number | null {
    const tag = this.all.at(-1)
    if (tag?.name !== name) return null
    this.all.pop()
    delimiters.pair(nodes, tag.below)
    const wrapped = nodes.wrap(tag.node, null, (children) => ({ type: tag.name, children }))
    if (!wrapped) return null
    nodes.remove(tag.node)
    return tag.from
  }

  /** Those behind a position are text from now on. */
  dropBehind(position: number): void {
    while ((this.all.at(-1)?.from ?? -1) > position) this.all.pop()
  }
}
