/** Characters of a page, and of a text, that are formatted; what is beyond stays plain. */
export const FORMATTED_CHARACTERS = 300_000

/** Elements of a text, and of a page, at most: a browser takes long to lay more of them out at once. */
export const MOST_ELEMENTS = 15_000

/** Characters of a formula that is rendered; a longer one is shown as its source. */
export const MAX_FORMULA = 2_000

/** Characters of code that the server colours, of a page and of a text; the browser colours the rest. */
export const COLOURED_CHARACTERS = 20_000
