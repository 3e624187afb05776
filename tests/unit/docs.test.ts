import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/* What the documentation names is there, and so is what the sources name of the documentation. */

const PAGES = ['README.md', ...globSync('docs/**/*.md')]
const SOURCES = globSync(['{app,db,scripts,tests,worker}/**/*.{ts,tsx}', 'server.ts'])

const LINK = /\]\(([^)\s]+)\)/g
const PATH = /`((?:app|db|docs|scripts|tests|worker)\/[\w.$/-]+)`/g
/** A page that a source cites, with the section where it names one; a comment may break the line. */
const CITATION = /(docs\/[\w/-]+\.md)(?:, "([^"]+)")?/g
const COMMENT_BREAK = /\s*\n\s*(?:\*|\/\/)\s*/g

function headingsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title)
}

/** How GitHub names a heading in an address. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function isBrokenLink(page: string, link: string): boolean {
  if (URL.canParse(link)) return false
  const [path, anchor] = link.split('#')
  const target = path ? join(dirname(page), path) : page
  if (!existsSync(target)) return true
  return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor)
}

/** What a pattern finds in the pages and `isBroken` says is not there. */
function findBroken(pattern: RegExp, isBroken: (page: string, found: string) => boolean): string[] {
  return PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(pattern)]
      .filter(([, found = '']) => isBroken(page, found))
      .map(([, found]) => `${page}: ${found}`),
  )
}

describe('the documentation', () => {
  test('links to nothing that is not there', () => {
    expect(PAGES.length).toBeGreaterThan(20)
    expect(findBroken(LINK, isBrokenLink)).toEqual([])
  })

  test('names no path that is not there', () => {
    expect(findBroken(PATH, (_page, path) => !existsSync(path))).toEqual([])
  })

  test('has every page and section that a source cites', () => {
    expect(SOURCES.length).toBeGreaterThan(300)
    const broken: string[] = []
    for (const source of SOURCES) {
      const text = readFileSync(source, 'utf8').replaceAll(COMMENT_BREAK, ' ')
      for (const [citation, page = '', section] of text.matchAll(CITATION)) {
        const isThere = existsSync(page) && (!section || headingsOf(page).includes(section))
        if (!isThere) broken.push(`${source}: ${citation}`)
      }
    }
    expect(broken).toEqual([])
  })
})
