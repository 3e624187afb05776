/** Extensions by the names that a Markdown fence or a shebang gives to a language. */
const EXTENSIONS: Record<string, string> = {
  python: 'py',
  python3: 'py',
  py: 'py',
  javascript: 'js',
  js: 'js',
  node: 'js',
  jsx: 'jsx',
  typescript: 'ts',
  ts: 'ts',
  tsx: 'tsx',
  bash: 'sh',
  sh: 'sh',
  shell: 'sh',
  zsh: 'sh',
  ruby: 'rb',
  perl: 'pl',
  php: 'php',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt',
  swift: 'swift',
  c: 'c',
  cpp: 'cpp',
  'c++': 'cpp',
  csharp: 'cs',
  cs: 'cs',
  sql: 'sql',
  html: 'html',
  css: 'css',
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  xml: 'xml',
}

/** The extension for the name that a Markdown fence gives to a language; the name itself where none is known. */
export function extensionOfName(name: string): string {
  const key = name.toLowerCase()
  return (Object.hasOwn(EXTENSIONS, key) && EXTENSIONS[key]) || key
}

/** How lines of code often begin in a language; the first that fits is taken. */
const BEGINNINGS: [RegExp, string][] = [
  [/^<\?php/i, 'php'],
  [/^<!doctype html|^<html/i, 'html'],
  [/^<\?xml|^<svg/i, 'xml'],
  [/^#include\s*<(?:iostream|vector|string|map|algorithm|memory)>/, 'cpp'],
  [/^#include\b/, 'c'],
  [/^package \w+$/, 'go'],
  [/^(?:import java\.|package [\w.]+;|public (?:final )?class )/, 'java'],
  [/^using [\w.]+;/, 'cs'],
  [/^(?:use std::|fn |pub fn |#!\[)/, 'rs'],
  [/^(?:select|insert into|create table|with \w+ as)\b/i, 'sql'],
  [/^(?:interface|type \w+ =|enum) ?\w*/, 'ts'],
  [
    /^(?::root|\*|[.#][\w-]+|body|html|main|h1|p|a)(?:[\s,.:>#][^(){}]*)?\{|^@(?:media|import|charset|font-face)\b/,
    'css',
  ],
  [/^(?:set -\w|echo |export \w+=|if \[|for \w+ in .*; do$|sudo )/, 'sh'],
  [
    /^(?:import\b.*['"];?$|export |const |let |var |function |async function |['"]use strict)/,
    'js',
  ],
  [
    /^(?:from \S+ import |import [\w.]+|def |class \w+.*:$|async def |@\w+|print\(|"""|if __name__)/,
    'py',
  ],
  [/^(?:for|if|while|with|try)\b.*:$/, 'py'],
  [/^(?:require ['"]|puts )/, 'rb'],
  [/^---$|^[\w-]+:(?: [^{;]*)?$/, 'yaml'],
]

/** Lines that do not tell the language: empty ones and comments. */
const COMMENT = /^\s*(?:$|\/\/|\/\*|\*|#(?!include|!)|--)/

/** Characters of a line that are looked at: the time of some patterns grows with their square. */
const MOST_OF_LINE = 500

/**
 * Guesses the extension of a source text: from a Markdown fence, a shebang, or
 * how its first lines begin that are no comment.
 *
 * @returns the extension without its dot; `txt` when none of these tells
 */
export function codeExtension(source: string): string {
  const start = source.trimStart()
  const opening = start.slice(0, MOST_OF_LINE)
  const named =
    opening.match(/^`{3,}\s*([\w+#-]+)/)?.[1] ??
    opening.match(/^#!\s*\S*?(?:env\s+)?(\w+)\s*(?:$|\n|-)/)?.[1]
  const known = named && EXTENSIONS[named.toLowerCase()]
  if (known) return known
  const lines = start
    .split('\n', 200)
    .map((candidate) => candidate.slice(0, MOST_OF_LINE))
    .filter((candidate) => !COMMENT.test(candidate))
  const line = lines[0]?.trim() ?? ''
  if (/^[[{]/.test(line) && isJson(start)) return 'json'
  // A first line such as `x = 5` tells nothing; one behind it that is not indented may.
  for (const candidate of lines.slice(0, 50).filter((each) => /^\S/.test(each))) {
    const found = BEGINNINGS.find(([beginning]) => beginning.test(candidate.trim()))?.[1]
    if (found) return found
  }
  // A comment with `#`, then an assignment: of the languages above, Python is
  // the likeliest.
  return /^\w+\s*=\s*[^=]/.test(line) && start.startsWith('#') ? 'py' : 'txt'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
