/**
 * Texts that Markdown parsers are known to take too long for (the pathological
 * tests of cmark, commonmark.js and markdown-it, the regular expressions that
 * marked has mended), and every pair and triple of marks.
 */
export const HARD_MARKDOWN: Record<string, (length: number) => string> = {
  'runs of stars': (n) => repeated('***a', n),
  'runs of underscores': (n) => repeated('_a', n),
  'nested emphasis': (n) => repeated('*a **a ', n / 2) + repeated('b** a*', n / 2),
  'emphasis that closes only': (n) => repeated('a_ ', n),
  'emphasis that opens only': (n) => repeated('_a ', n),
  'emphasis of different marks': (n) => repeated('*a_ ', n),
  'openers and closers, a multiple of 3': (n) => `a**b${repeated('c* ', n)}`,
  'brackets that open': (n) => repeated('[', n),
  'images that open': (n) => repeated('![', n),
  'nested brackets': (n) => repeated('[', n / 2) + repeated(']', n / 2),
  'nested links': (n) => repeated('[', n / 5) + repeated('](x)', n / 2),
  'nested images': (n) => repeated('![', n / 3) + repeated('](x)', n / 2),
  'images around links': (n) => repeated('![', n / 2) + repeated('[a](x)', n / 2),
  'links without an end': (n) => repeated('[a](b', n),
  'links with a bracket': (n) => repeated('[a](<b', n),
  'titles without an end': (n) => repeated('[a](b "c', n) + repeated("[a](b 'c", n),
  'parentheses in a link': (n) => `[a](${repeated('(', n / 2)}${repeated(')', n / 2)})`,
  'emphasis across links': (n) => repeated('**x [a*b**c*](d)', n),
  'backticks of rising number': (n) => rising(n, (count) => `e${'`'.repeat(count)}`),
  'backticks that do not match': (n) => repeated('`a``b', n),
  'comments that open': (n) => repeated('a <!-- ', n),
  'instructions that open': (n) => repeated('a <?', n),
  declarations: (n) => repeated('a <!A ', n),
  'tags with attributes': (n) => repeated('<a b="c" ', n),
  'addresses in angle brackets': (n) => repeated('<http:', n),
  'character references': (n) => repeated('&amp;', n),
  'an address with underscores': (n) => `http://${repeated('a_', n)}`,
  'an address with parentheses': (n) => `http://a.b/${repeated('(', n)}!`,
  'an address with marks at its end': (n) => `http://a.b/${repeated('!)', n)}`,
  'addresses of addresses': (n) => repeated('http://', n) + repeated('www.', n),
  'emails of emails': (n) => repeated('a@a.', n),
  'a name without an at': (n) => `${repeated('a.', n)}@`,
  'nested quotes': (n) => repeated('> ', n),
  'quotes that grow': (n) => rising(n, (depth) => `${'> '.repeat(depth)}a\n`),
  'quotes that shrink': (n) => shrinking(n, (depth) => `${'> '.repeat(depth)}a\n`),
  'quotes and lazy lines': (n) => repeated('> > > a\nb\n', n),
  'nested lists in a line': (n) => repeated('- ', n),
  'lists that grow': (n) => rising(n, (depth) => `${'  '.repeat(depth)}- a\n`),
  'lists of different marks': (n) => repeated('* a\n- b\n+ c\n', n),
  'lists and quotes': (n) => repeated('> - ', n),
  'a list of blank lines': (n) => `- a\n${repeated('\n', n)}b`,
  'an item of blank lines': (n) => repeated('-\n\n', n),
  tasks: (n) => repeated('- [ ] a\n', n),
  headings: (n) => repeated('# a\n', n),
  'a heading of hashes': (n) => `#${repeated(' #', n)}`,
  'a heading of blanks': (n) => `# a${repeated(' ', n)}#`,
  underlines: (n) => `${repeated('a\n', n)}=`,
  'rules that are none': (n) => `${repeated('- ', n)}x`,
  fences: (n) => repeated('```\n', n),
  definitions: (n) => repeated('[a]: b\n', n),
  'definitions and references': (n) => `[a]: b\n\n${repeated('[a] ', n)}`,
  'references to a long address': (n) =>
    `[a]: ${repeated('b', n / 2)}\n\n${repeated('[a] ', n / 2)}`,
  'references to a fairly long address': (n) =>
    `[a]: ${repeated('b', 1_900)}\n\n${repeated('[a] ', n)}`,
  'a table': (n) => `|a|b|\n|-|-|\n${repeated('|a|b|\n', n)}`,
  'a wide table of short rows': (n) => {
    const wide = n / 4
    return `${repeated('|a', wide)}|\n${repeated('|-', wide)}|\n${repeated('a\n', n / 2)}`
  },
  'tables that are none': (n) => repeated('a\n-|-|\n', n),
  'a cell of backslashes': (n) => `|a|\n|-|\n|${repeated('\\', n)}|`,
  'blank lines': (n) => repeated(' \n', n),
  blanks: (n) => `a${repeated(' ', n)}b`,
  'line breaks': (n) => repeated('a  \n', n),
  backslashes: (n) => repeated('\\', n),
  strikes: (n) => repeated('~~a ', n),
  'strikes and emphasis': (n) => repeated('*_~a', n),
  'html blocks': (n) => repeated('<div>\n\n', n),
  paragraphs: (n) => repeated('a\n\n', n),
  'carriage returns': (n) => repeated('a\r', n),
  formulas: (n) => repeated('$x$ ', n),
  'formulas of many parts': (n) => repeated('$\\frac{a}{b}^2_3$ ', n),
  'formulas of fractions in fractions': (n) => repeated(`$${'\\frac'.repeat(300)}$ `, n),
  'formulas with macros': (n) =>
    repeated('$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a$ ', n),
  'long formulas': (n) =>
    rising(n, (count) => `$${'\\TeX'.repeat(390)}${count}$\n\n${'word '.repeat(1_000)}\n\n`),
  'a different formula each time': (n) => rising(n, (count) => `$\\sqrt{${count}x}$ `),
  'dollars that open': (n) => repeated('$a ', n),
  'two dollars that open': (n) => repeated('$$ a\n', n),
  'formulas that open': (n) => repeated('\\(', n) + repeated('\\[', n),
  'formulas of marks': (n) => `${repeated('\\(', n)}\\)`,
  'formulas in lines that open': (n) => repeated('\\[\na\n', n),
  'formulas in lines that end in a paragraph': (n) => `${repeated('\\[\n', n)}\\] a`,
  'formulas in lines that open, one in another': (n) => repeated('> \\[\n> $$\n', n),
  'tags that open': (n) => repeated('<sub>', n),
  'tags in tags': (n) => repeated('<sub><sup>', n / 2) + repeated('</sup></sub>', n / 2),
  'tags and links': (n) => repeated('<sub>[a</sub>](b)', n),
  'emphasis across tags': (n) => repeated('*<sub>**a*</sub>', n),
  'breaks in HTML': (n) => repeated('a<br>', n),
  'references to a footnote': (n) => `${repeated('[^1]', n)}\n\n[^1]: a`,
  footnotes: (n) => rising(n, (count) => `[^${count}]: a\n`),
  'footnotes in footnotes': (n) =>
    rising(n, (depth) => `${'    '.repeat(depth)}[^${depth}]: a\n\n`),
  'words from right to left': (n) => repeated('א\n\n', n),
  'emoji between stars': (n) => repeated('😀*', n),
}

const MARKS = [
  ...['*', '**', '_', '__', '~', '`', '[', ']', '](', ')', '![', '<', '>', '&', '|', '\\', '#'],
  ...['-', '+', '1.', '=', ':', '"', 'http://', 'www.', '@', '\n', '\n\n', ' ', '\t', 'a', 'é'],
]

/** Every two marks, one after the other, with and without a word between. */
export function markPairs(): string[] {
  return MARKS.flatMap((first) =>
    MARKS.flatMap((second) => ['', 'a '].map((between) => first + between + second)),
  )
}

export function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length))
}

function rising(length: number, part: (count: number) => string): string {
  let text = ''
  for (let count = 1; text.length < length; count += 1) text += part(count)
  return text
}

function shrinking(length: number, part: (count: number) => string): string {
  const parts: string[] = []
  for (let count = Math.ceil(Math.sqrt(length)); count > 0; count -= 1) parts.push(part(count))
  return parts.join('')
}
