import type { Node } from './inline-nodes.ts'

/** A `[` or `![` that may begin a link or an image. */
export type Bracket = {
  node: Node
  isImage: boolean
  active: boolean
  /** The position behind it. */
  from: number
  /** Whether brackets stand in it: then it is no label. */
  hasInner: boolean
  /** The last run of emphasis before it. */
  below: number
}

/** The brackets of a line that are open, newest last. */
export class Brackets {
  private readonly all: Bracket[] = []
  /** Those of them that may still begin a link. */
  private readonly forLinks: Bracket[] = []

  open(bracket: Pick<Bracket, 'node' | 'isImage' | 'from' | 'below'>): void {
    const outer = this.all.at(-1)
    if (outer) outer.hasInner = true
    const opened = { ...bracket, active: true, hasInner: false }
    this.all.push(opened)
    if (!opened.isImage) this.forLinks.push(opened)
  }

  close(): Bracket | undefined {
    const bracket = this.all.pop()
    if (bracket === this.forLinks.at(-1)) this.forLinks.pop()
    return bracket
  }

  /** Those behind a position are text from now on. */
  dropBehind(position: number): void {
    while ((this.all.at(-1)?.from ?? -1) > position) this.close()
  }

  /** None of them begins anything from now on. */
  deactivate(): void {
    for (const outer of this.all.splice(0)) outer.active = false
  }

  /** A link cannot stand in another one. */
  deactivateLinks(): void {
    for (const outer of this.forLinks.splice(0)) outer.active = false
  }
}
