import type { DocumentKind } from '#db/entities/document.ts'

const TEXT = ['md', 'markdown', 'txt', 'text']
const SHEET = ['csv', 'tsv']
const IMAGE = ['png']
const CODE = (
  'bash bat c cc cfg cjs clj cpp cs css cxx dart erl ex exs f90 fs go gradle graphql groovy h hpp hs ' +
  'htm html ini ipynb java jl js json jsonl jsx kt kts less lisp lua m mjs ml mts php pl pm proto ps1 ' +
  'py r rb rs sass scala scm scss sh sql svelte svg swift tex toml ts tsx vb vue xml yaml yml zig zsh'
).split(' ')

/** Names of source files that have no extension. */
const CODE_NAMES = new Set(['dockerfile', 'makefile', 'gemfile', 'rakefile', 'procfile'])

const KINDS = new Map<string, DocumentKind>([
  ...TEXT.map((extension) => [extension, 'text'] as const),
  ...SHEET.map((extension) => [extension, 'sheet'] as const),
  ...IMAGE.map((extension) => [extension, 'image'] as const),
  ...CODE.map((extension) => [extension, 'code'] as const),
])

/** What a file field takes, for its `accept`. */
export const ACCEPTED_FILES = [...KINDS.keys()].map((extension) => `.${extension}`).join(',')

/** Bytes of a file that becomes a document at most: 5 MB. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

/** Tells by its name what kind of document a file becomes; null when it can be none. */
export function kindOfFile(name: string): DocumentKind | null {
  if (CODE_NAMES.has(name.toLowerCase())) return 'code'
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return (extension && KINDS.get(extension)) || null
}
