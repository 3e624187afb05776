import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from './project-root.ts'

/**
 * Checks how much JavaScript a browser loads, compressed with gzip: for the first page
 * of a chat, for a document, and for each editor beyond that. It reads the build, so
 * build first. Prints a table; exits with 1 when something is too heavy.
 */

/** 1 kB is 1,000 bytes. */
const BOUNDS_KB = {
  'first chat page': 130,
  'document page': 165,
  'text editor': 120,
  'code editor': 150,
  'sheet editor': 40,
} as const

/** What must never be part of the first chat page, by words of its sources. */
const EDITOR_MARKS = ['ProseMirror', 'cm-editor']

const FIRST_CHAT_PAGE = ['root', 'routes/_app', 'routes/_app._index']
const DOCUMENT_PAGE = ['root', 'routes/_app', 'routes/_app.documents.$documentId']

type Loaded = { module: string; imports: string[] }
type Manifest = { entry: Loaded; routes: Record<string, Loaded> }

const assets = join(projectRoot, 'build/client/assets')
const files = readdirSync(assets)

function manifestName(): string {
  const name = files.find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('There is no build. Run "npm run build" first.')
  return name
}

function readManifest(): Manifest {
  const text = readFileSync(join(assets, manifestName()), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

/** The files that a page with these routes loads. */
function filesOfPage(manifest: Manifest, routes: string[]): Set<string> {
  const loaded = [manifest.entry, ...routes.map((id) => manifest.routes[id])]
  return new Set([
    manifestName(),
    ...loaded.flatMap((each) => {
      if (!each) throw new Error('A route of the page is not in the build.')
      return [each.module, ...each.imports].map((path) => path.split('/').at(-1) ?? '')
    }),
  ])
}

/** A module with all that it imports at once; what it imports later is not counted. */
function filesOfModule(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const source = readFileSync(join(assets, name), 'utf8')
  for (const [, imported] of source.matchAll(/(?:from|^import|;import)\s*"\.\/([^"]+\.js)"/g)) {
    if (imported) filesOfModule(imported, found)
  }
  return found
}

function editorFiles(kind: string, known: Set<string>): string[] {
  const name = files.find((file) => file.startsWith(`${kind}-editor-`) && file.endsWith('.js'))
  if (!name) throw new Error(`The build has no editor of kind ${kind}.`)
  return [...filesOfModule(name)].filter((file) => !known.has(file))
}

function kilobytes(names: Iterable<string>): number {
  let bytes = 0
  for (const name of names) bytes += gzipSync(readFileSync(join(assets, name)), { level: 9 }).length
  return bytes / 1_000
}

const manifest = readManifest()
const chatPage = filesOfPage(manifest, FIRST_CHAT_PAGE)
const documentPage = filesOfPage(manifest, DOCUMENT_PAGE)
const weights: Record<keyof typeof BOUNDS_KB, number> = {
  'first chat page': kilobytes(chatPage),
  'document page': kilobytes(documentPage),
  'text editor': kilobytes(editorFiles('text', documentPage)),
  'code editor': kilobytes(editorFiles('code', documentPage)),
  'sheet editor': kilobytes(editorFiles('sheet', documentPage)),
}

console.log('                      kB gzip  at most')
for (const [what, bound] of Object.entries(BOUNDS_KB)) {
  const weight = weights[what as keyof typeof BOUNDS_KB]
  if (weight > bound) process.exitCode = 1
  const note = weight > bound ? '  TOO HEAVY' : ''
  console.log(what.padEnd(20), weight.toFixed(1).padStart(8), String(bound).padStart(8), note)
}

for (const name of chatPage) {
  const source = readFileSync(join(assets, name), 'utf8')
  const mark = EDITOR_MARKS.find((each) => source.includes(each))
  if (!mark) continue
  console.log(`The first chat page loads an editor: ${name} has ${mark}.`)
  process.exitCode = 1
}
