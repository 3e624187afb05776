/**
 * Microseconds of a clock that all processes of the machine share, so that the
 * model server's stamp can be compared with the client's.
 */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
