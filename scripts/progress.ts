export type Progress = {
  /** Prints the number and the title of the next step. */
  step(title: string): void
  /** Prints a line about the present step. */
  note(line: string): void
}

/**
 * Prints the steps of a command, such as `[2/4] Starting Postgres …  (0.4 s)`.
 * The time is counted from the start of this process.
 *
 * @param steps how many steps the command has
 * @param done how many of them another process has done
 */
export function createProgress(steps: number, done = 0): Progress {
  let number = done
  const elapsed = () => `${(performance.now() / 1000).toFixed(1)} s`
  return {
    step(title) {
      number += 1
      print(`[${number}/${steps}] ${title} …  (${elapsed()})`)
    },
    note: (line) => print(`      ${line}`),
  }
}

/** Prints a line. If the reader of our output has ended (`npm start | head`), the line is dropped. */
export function print(line: string): void {
  if (process.stdout.writable) process.stdout.write(`${line}\n`)
}
