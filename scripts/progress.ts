export type Progress = {
  /** Begins the next step, and prints it. */
  step(title: string): void
  /** A line about the present step. */
  note(line: string): void
}

/**
 * Prints what a command does, a line a step: `[2/5] Starting Postgres …  0.4 s`.
 * The time is that since the command began.
 */
export function createProgress(steps: number): Progress {
  const began = performance.now()
  let number = 0
  const elapsed = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  return {
    step(title) {
      number += 1
      print(`[${number}/${steps}] ${title} …  (${elapsed()})`)
    },
    note: (line) => print(`      ${line}`),
  }
}

/** Prints a line; a reader that has gone (`npm start | head`) is no reason to fail. */
export function print(line: string): void {
  if (process.stdout.writable) process.stdout.write(`${line}\n`)
}
