/**
 * Finds the line of the first error in the syntax of a JavaScript program, which
 * browsers do not tell of a module.
 *
 * @returns undefined when none is found
 */
export async function findSyntaxError(source: string): Promise<number | undefined> {
  const { javascriptLanguage } = await import('@codemirror/lang-javascript')
  let place: number | undefined
  javascriptLanguage.parser.parse(source).iterate({
    enter(node) {
      if (place === undefined && node.type.isError) place = node.from
      return place === undefined
    },
  })
  return place === undefined ? undefined : source.slice(0, place).split('\n').length
}
