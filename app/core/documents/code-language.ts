import { codeExtension, extensionOfName } from './code-extension.ts'

/** What a page can do with a program besides showing it. */
type ProgramKind = 'javascript' | 'python' | 'html'

/** The language that a code document is written in. */
export type CodeLanguage = {
  /** As people write it. */
  label: string
  /** The name that highlighters and editors know it by; undefined where none does. */
  name: string | undefined
  /** Undefined where the browser cannot run it. */
  program: ProgramKind | undefined
}

const PLAIN: CodeLanguage = { label: 'Plain text', name: undefined, program: undefined }

/** Languages by the extensions of their files; the first extension is the one that stands for the language. */
const LANGUAGES: [extensions: string, label: string, name: string, program?: ProgramKind][] = [
  ['js mjs cjs', 'JavaScript', 'javascript', 'javascript'],
  ['jsx', 'JavaScript (JSX)', 'javascript'],
  ['ts mts cts tsx', 'TypeScript', 'typescript'],
  ['py pyw', 'Python', 'python', 'python'],
  ['html htm xhtml', 'HTML', 'html', 'html'],
  ['xml svg xsd xsl rss', 'XML', 'xml'],
  ['css scss', 'CSS', 'css'],
  ['json webmanifest geojson', 'JSON', 'json'],
  ['sh bash zsh', 'Shell', 'bash'],
  ['sql', 'SQL', 'sql'],
  ['java', 'Java', 'java'],
  ['kt kts', 'Kotlin', 'kotlin'],
  ['swift', 'Swift', 'swift'],
  ['c h', 'C', 'c'],
  ['cpp cc cxx hpp hh', 'C++', 'cpp'],
  ['cs', 'C#', 'csharp'],
  ['go', 'Go', 'go'],
  ['rs', 'Rust', 'rust'],
  ['rb', 'Ruby', 'ruby'],
  ['php', 'PHP', 'php'],
  ['pl', 'Perl', 'perl'],
  ['lua', 'Lua', 'lua'],
  ['r', 'R', 'r'],
  ['md markdown', 'Markdown', 'markdown'],
  ['yaml yml', 'YAML', 'yaml'],
  ['toml ini', 'TOML', 'ini'],
  ['diff patch', 'Diff', 'diff'],
]

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap(([extensions, label, name, program]) =>
    extensions
      .split(' ')
      .map((extension): [string, CodeLanguage] => [extension, { label, name, program }]),
  ),
)

/** Names that a title may give; single letters and everyday words are left out. */
const TITLE_WORDS: [RegExp, string][] = [
  [/\bjavascript\b|\bnode\.?js\b/i, 'js'],
  [/\btypescript\b/i, 'ts'],
  [/\bpython\b/i, 'py'],
  [/\bhtml\b/i, 'html'],
  [/\bcss\b/i, 'css'],
  [/\bjson\b/i, 'json'],
  [/\bbash\b|\bshell script\b/i, 'sh'],
  [/\bsql\b/i, 'sql'],
  [/\bjava\b/i, 'java'],
  [/\bkotlin\b/i, 'kt'],
  [/C\+\+/i, 'cpp'],
  [/C#/i, 'cs'],
  [/\bgolang\b/i, 'go'],
  [/\brust\b/i, 'rs'],
  [/\bruby\b/i, 'rb'],
  [/\bphp\b/i, 'php'],
  [/\byaml\b/i, 'yaml'],
]

/** Languages whose code often looks like that of another one; a title tells them apart. */
const LOOKS_LIKE: Record<string, string> = { ts: 'js', cpp: 'c', js: 'ts', kt: 'java', cs: 'java' }

/** The language that a Markdown fence names, and the extension of its files; undefined for one that is not known here. */
export function fenceLanguage(name: string): (CodeLanguage & { extension: string }) | undefined {
  const key = extensionOfName(name)
  const extension = BY_EXTENSION.has(key)
    ? key
    : LANGUAGES.find(([, label, known]) => known === key || label.toLowerCase() === key)?.[0]
        .split(' ')
        .at(0)
  const language = extension === undefined ? undefined : BY_EXTENSION.get(extension)
  return language && extension ? { ...language, extension } : undefined
}

/**
 * Tells the language of a code document: by the extension that its title ends with
 * (`sort.py`), else by how the code begins, else by the one language that the title
 * names ("Bubble sort in Python").
 */
export function codeLanguage(title: string, content: string): CodeLanguage {
  const extension = /\.(\w{1,12})$/.exec(title.trim())?.[1]?.toLowerCase() ?? ''
  const byTitle = BY_EXTENSION.get(extension)
  if (byTitle) return byTitle
  const found = codeExtension(content)
  const words = TITLE_WORDS.filter(([word]) => word.test(title))
  const named = words.length === 1 ? words[0]?.[1] : undefined
  const isNamed = named !== undefined && (found === 'txt' || LOOKS_LIKE[named] === found)
  return BY_EXTENSION.get(isNamed ? named : found) ?? PLAIN
}
