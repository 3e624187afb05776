import type { LanguageFn } from 'highlight.js'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import markdown from 'highlight.js/lib/languages/markdown'
import perl from 'highlight.js/lib/languages/perl'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import r from 'highlight.js/lib/languages/r'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { type CodeHtml, plainHtml, treeToHtml } from './tree-to-html.ts'

const GRAMMARS: Record<string, LanguageFn> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  markdown,
  perl,
  php,
  python,
  r,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

/** The other names of each language, by which the grammars know it. */
const ALIASES: Record<string, string> = {
  bash: 'sh zsh',
  c: 'h',
  cpp: 'cc c++ h++ hpp hh hxx cxx',
  csharp: 'cs c#',
  diff: 'patch',
  go: 'golang',
  ini: 'toml',
  java: 'jsp',
  javascript: 'js jsx mjs cjs',
  json: 'jsonc json5',
  kotlin: 'kt kts ktm ktx',
  lua: 'pluto',
  markdown: 'md mkdown mkd',
  perl: 'pl pm',
  python: 'py gyp ipython',
  ruby: 'rb gemspec podspec thor irb',
  rust: 'rs',
  typescript: 'ts tsx mts cts',
  xml: 'html xhtml rss atom xjb xsd xsl plist wsf svg',
  yaml: 'yml',
}

/** The languages that code of a language may have in it. */
const EMBEDDED: Record<string, string[]> = {
  javascript: ['css', 'xml'],
  markdown: ['css', 'javascript', 'xml'],
  typescript: ['css', 'javascript', 'xml'],
  xml: ['css', 'javascript'],
  yaml: ['ruby'],
}

const lowlight = createLowlight()
const names = new Map(
  Object.keys(GRAMMARS).flatMap((name) =>
    [name, ...(ALIASES[name]?.split(' ') ?? [])].map((each) => [each, name] as const),
  ),
)

/**
 * Makes the grammar of a language ready, and those of the languages that it may have in
 * it, which takes several milliseconds for each of them. `highlight` does it by itself.
 *
 * @param language as `highlight` takes it
 * @returns a function for each of the grammars that are still to be made ready
 */
export function grammarSteps(language: string | undefined): (() => void)[] {
  const name = names.get(language?.toLowerCase() ?? '')
  if (!name) return []
  return [...(EMBEDDED[name] ?? []), name]
    .filter((each) => !lowlight.registered(each))
    .map((each) => () => {
      const grammar = GRAMMARS[each]
      if (!grammar || lowlight.registered(each)) return
      lowlight.register(each, grammar)
      // A grammar is compiled when it is first used.
      lowlight.highlight(each, ' ')
    })
}

/**
 * What the grammars take seconds for, since some of their patterns try each place of it
 * anew: lines of 500 characters, words of 100, and 100 spaces or line breaks in a row.
 */
const COSTLY = /[^\n]{500}|[\w$-]{100}|\s{100}/

/**
 * Colours a piece of code, as HTML with the classes of `app/styles/highlight.css`. The
 * HTML holds the code, escaped, and spans of ours, nothing else.
 *
 * @param code of a few thousand characters: the time for some grows with their square
 * @param language a name or an alias of one (`py`); of an unknown one the code comes back as it is
 */
export function highlight(code: string, language: string | undefined): CodeHtml {
  const name = names.get(language?.toLowerCase() ?? '')
  if (!name || COSTLY.test(code)) return plainHtml(code)
  try {
    for (const prepare of grammarSteps(name)) prepare()
    return treeToHtml(lowlight.highlight(name, code, { prefix: 'hl-' }))
  } catch {
    // A grammar that fails is no reason to show no code.
    return plainHtml(code)
  }
}
