type BlockKind = 'text' | 'reasoning'

/**
 * Gives each block of text of a reply an id of its own: providers begin anew
 * with each step, and some give several blocks of a step the same id.
 */
export function createBlockIds() {
  const used = new Set<string>()
  /** The id of the open block, by its kind and the provider's id. */
  const open = new Map<string, string>()

  return {
    /** The id of a block that begins. */
    begin(kind: BlockKind, id: string): string {
      let own = id
      for (let count = 2; used.has(`${kind} ${own}`); count += 1) own = `${id}-${count}`
      used.add(`${kind} ${own}`)
      open.set(`${kind} ${id}`, own)
      return own
    },

    /** The id of the block that was begun last under the provider's id. */
    of(kind: BlockKind, id: string): string {
      return open.get(`${kind} ${id}`) ?? id
    },
  }
}

export type BlockIds = ReturnType<typeof createBlockIds>
