import type { Extension } from '@codemirror/state'

/** The languages that are met most, each in a module of its own; the others are found in a list of all. */
const COMMON: Record<string, () => Promise<Extension>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  typescript: async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  python: async () => (await import('@codemirror/lang-python')).python(),
  html: async () => (await import('@codemirror/lang-html')).html(),
}

/**
 * Loads what the editor knows of a language: its colours, its indentation, its brackets.
 *
 * @param name of the language, as `codeLanguage` gives it
 * @returns nothing for a language that it does not know
 * @throws when the network does not give it
 */
export async function loadLanguage(name: string | undefined): Promise<Extension> {
  if (name === undefined) return []
  const common = COMMON[name]
  if (common) return common()
  const [{ LanguageDescription }, { languages }] = await Promise.all([
    import('@codemirror/language'),
    import('@codemirror/language-data'),
  ])
  const found = LanguageDescription.matchLanguageName(languages, name === 'ini' ? 'toml' : name)
  return found ? found.load() : []
}
