import { Marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { commonMarkHtml } from '#tests/support/markdown-html.ts'

const marked = new Marked({ gfm: true })

/** What differs between writers of HTML, and means nothing. */
function normal(html: string): string {
  return (
    html
      .replace(/<(p|li|blockquote|ul|ol|table|thead|tbody|tr|th|td|pre|h\d)([^>]*)>\s+/g, '<$1$2>')
      .replace(/\s+<\/(p|li|blockquote|ul|ol|table|thead|tbody|tr|th|td|pre|code|h\d)>/g, '</$1>')
      .replace(/>\s+</g, '><')
      .replace(/<br>\s+/g, '<br>')
      .replace(/(<input[^>]*>)\s+/g, '$1')
      .replace(/ type="checkbox"/g, '')
      // We show no titles, keep addresses as they are written, and trim each line.
      .replace(/(<(?:a|img)[^>]*) title="[^"]*"/g, '$1')
      .replace(/%20/g, ' ')
      .replace(/\n +/g, '\n')
      .trim()
  )
}

const BLOCKS = [
  'A paragraph.\nIn two lines.\n\nAnother.',
  '# One\n## Two ##\n### Three #\n#### #\n#no heading\n####### none',
  'Setext\n===\nTwo\nlines\n---\n\n- - -',
  '***\n---\n_ _ _\n--\n**\n+++',
  '```js\nlet a = 1\n\nb\n```\nafter',
  '~~~\n```\n~~~~\nafter',
  '````\n```\n````',
  '``` a`b\nno fence',
  '```\nnot closed\n\nat all',
  '    indented\n    code\n\n      more\ntext',
  'text\n    goes on',
  '> quote\n> more\nlazy\n\nafter',
  '> a\n\n> b',
  '> # head\n> - one\n> - two\n>\n> text',
  '> > nested\n> back',
  '> ```\n> code\n> ```\nafter',
  '> ```\nnot lazy',
  '>no space\n>  two',
  '- a\n- b\n- c',
  '- a\n\n- b\n- c',
  '* a\n  * b\n    * c\n  * d\n* e',
  '1. one\n2. two\n   more\n\n   paragraph\n3. three',
  '3) three\n4) four',
  '- a\n  ```\n  code\n\n  more\n  ```\n- b',
  '- a\n\n      code in it\n- b',
  '- a\nlazy\n- b',
  '- a\n\nnot lazy',
  '- a\n+ b\n1. c\n2) d',
  '-\n  a\n-\n- b',
  '- [ ] open\n- [x] done\n- [X] done\n- [] none',
  'text\n- list\n- of two',
  'text\n1. list\n2. of two',
  'text\n2. no list',
  '1. a\n   1. b\n      - c\n2. d',
  '- a\n  > quote\n  > more\n- b',
  '- # heading\n- text\n  ---',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n| 4 | 5 | 6 |\n\nafter',
  'a | b\n--|--:\n1 | `x \\| y`\n2 | \\| z',
  '| a |\n|---|\n| 1 |\n> quote',
  'text\n| a | b |\n|---|---|\n| 1 | 2 |',
  '| a | b |\n|---|\nno table',
  '[ref]: https://x.org\n\nsee [ref], [REF][], [text][ref] and [none]',
  '[a]: <https://x.org> "title"\n\n![img][a]',
  'one\n\n\n\ntwo   \n   three',
  'tab\n\n\tcode\n\n-\ta\n-\tb',
  '- a\n\n\n- b\n\n\n  c',
  '* * *\n* a\n***',
  'Überschrift\n===\n\n中文**粗体**文字',
]

const INLINE = [
  '*a* **b** ***c*** ****d****',
  '_a_ __b__ ___c___ snake_case_name _a_b',
  '*a **b** c* **a *b* c** *a **b*** ***a** b* ***a* b**',
  '**a*b** *a**b* * a * ** b ** a*b*c a**b**c',
  '*a_b*c_ *foo*bar **"x"**y "*a*"',
  '~~gone~~ ~one~ ~~a *b* c~~ ~~~three~~~ a~~b~~c',
  '`code` ``co`de`` `` ` `` ` a ` `unclosed *a*',
  '`*a*` *`a*`* \\`a` `a\\`',
  '[a](https://x.org) [a *b*](<https://x.org/a b> "t") [](x) [a](b (t)) [a](b\'c)',
  '[a](b(c)d) [a](b\\)c) [a] (b) [a]( b ) [a](b "c" d)',
  '[a [b](c) d](e) ![a [b](c)](d) [![i](j)](k)',
  '*[a*](b) [*a](b*) [`a](b)`',
  '![alt *text*](src.png "t") ! [a](b) \\![a](b) !\\[a](b)',
  'https://x.org/a_b_c?d=1&e=2. (https://x.org) www.x.org, http://a.b/(c)) https://x.org/a',
  '中文https://x.org 。 https://',
  'a@b.org, mail.a+b@x-y.org. @a a@ a@b',
  '<https://x.org/?a=*b*> <a@b.org> <ftp://x>',
  'a &amp; b &lt;c&gt; &#65; &#x41; &',
  'two  \nlines\\\nthree\nfour',
  '\\*a\\* \\# \\a \\\\ 1\\. a',
  'a * b _ c ~ d [ e ] f ( g ) h ! i',
  '**bold**: text **bold:** text **„Zitat“** x',
  '**Note:**text **x**（中）',
  '*a\nb* **c\nd**',
  'a ** b ** c *d*',
  '5 * 3 * 2 and 2*3*4 and a_1 + b_2',
]

describe('our reading of Markdown is that of marked', () => {
  test.each([...BLOCKS, ...INLINE])('%j', (markdown) => {
    expect(normal(commonMarkHtml(markdown))).toBe(normal(String(marked.parse(markdown))))
  })
})
