import type { Inline } from './markdown-tokens.ts'

/** Deeper nesting stays text, so that rendering it cannot exhaust the stack. */
const MAX_DEPTH = 16

/** A piece of a line while it is read; pieces are a list that can be cut and joined anywhere. */
export type Node = { token: Inline; depth: number; previous: Node | null; next: Node | null }

/** The pieces of a line, in their order. */
export class NodeList {
  first: Node | null = null
  last: Node | null = null

  add(token: Inline, depth = 0): Node {
    const node: Node = { token, depth, previous: this.last, next: null }
    if (this.last) this.last.next = node
    else this.first = node
    this.last = node
    return node
  }

  /** Adds text, if there is any. */
  addText(text: string): void {
    if (text !== '') this.add({ type: 'text', text })
  }

  remove(node: Node): void {
    if (node.previous) node.previous.next = node.next
    else this.first = node.next
    if (node.next) node.next.previous = node.previous
    else this.last = node.previous
  }

  /**
   * Puts what stands between two pieces into a new one, each piece once for
   * each level of nesting.
   *
   * @returns the new piece; null when it would be nested too deeply
   */
  wrap(before: Node, after: Node | null, make: (children: Inline[]) => Inline): Node | null {
    const children: Inline[] = []
    let depth = 0
    for (let node = before.next; node && node !== after; node = node.next) {
      children.push(node.token)
      depth = Math.max(depth, node.depth)
    }
    if (depth >= MAX_DEPTH) return null
    const node: Node = {
      token: make(joinTexts(children)),
      depth: depth + 1,
      previous: before,
      next: after,
    }
    before.next = node
    if (after) after.previous = node
    else this.last = node
    return node
  }

  tokens(): Inline[] {
    const tokens: Inline[] = []
    for (let node = this.first; node; node = node.next) tokens.push(node.token)
    return joinTexts(tokens)
  }
}

/** Joins neighbouring texts, which fewer elements show. */
function joinTexts(tokens: Inline[]): Inline[] {
  const joined: Inline[] = []
  let text = ''
  for (const token of tokens) {
    if (token.type === 'text') {
      text += token.text
      continue
    }
    if (text !== '') joined.push({ type: 'text', text })
    text = ''
    joined.push(token)
  }
  if (text !== '') joined.push({ type: 'text', text })
  return joined
}
