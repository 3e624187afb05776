import { parseArgs } from 'node:util'

export type Options = {
  /** Names of the groups to run; empty for all. */
  only: string[]
  /** Shorter runs: figures wander more. */
  quick: boolean
}

/** Reads the command line: `--only votes,streams`, `--quick`. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
    },
  })
  return { only: values.only.split(',').filter(Boolean), quick: values.quick }
}
