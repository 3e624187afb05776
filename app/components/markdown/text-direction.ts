const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * The `dir` of an element that holds a text: the browser is asked to look only where
 * there is a letter that is written from right to left, which keeps a page small.
 */
export function directionOf({ source }: { source: string }): 'auto' | undefined {
  return RIGHT_TO_LEFT.test(source) ? 'auto' : undefined
}
