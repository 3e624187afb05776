import { tests as examples } from 'commonmark-spec'
import fc from 'fast-check'
import { history, undo } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import {
  createKeptSource,
  NotReadableError,
} from '#components/documents/text/markdown/kept-source.ts'
import { lexMarkdown } from '#components/documents/text/markdown/lex-markdown.ts'
import { readTokens } from '#components/documents/text/markdown/read-tokens.ts'
import { sameMeaning } from '#components/documents/text/markdown/same-meaning.ts'
import { MARKDOWN_SAMPLES } from '#tests/support/markdown-samples.ts'
import { randomMarkdown } from '#tests/support/random-markdown.ts'

const SPECIFICATION = examples.map(({ markdown }) => markdown.replaceAll('→', '\t'))
const CONTENTS = [...Object.values(MARKDOWN_SAMPLES), ...SPECIFICATION]

/** A content as the editor opens it; null where it is edited as source. */
function open(content: string) {
  const kept = createKeptSource()
  try {
    const doc = kept.read(content)
    return { kept, doc, state: EditorState.create({ doc, plugins: [history()] }) }
  } catch (error) {
    if (error instanceof NotReadableError) return null
    throw error
  }
}

/** The sources of a content's blocks. */
function bodies(content: string): string[] {
  const opened = open(content)
  return opened ? opened.kept.sourcesOf(opened.doc).map(({ body }) => body) : []
}

describe('an untouched document is saved byte for byte', () => {
  test.each(Object.entries(MARKDOWN_SAMPLES))('%s', (_name, sample) => {
    const opened = open(sample)
    expect(opened?.kept.contentOf(opened.doc)).toBe(sample)
  })

  test('the examples of the specification', () => {
    for (const content of SPECIFICATION) {
      const opened = open(content)
      expect(opened?.kept.contentOf(opened.doc)).toBe(content)
    }
  })

  test('any text', () => {
    fc.assert(
      fc.property(fc.oneof(randomMarkdown, fc.string({ unit: 'grapheme' })), (content) => {
        const opened = open(content)
        if (opened) expect(opened.kept.contentOf(opened.doc)).toBe(content)
      }),
      { numRuns: 400 },
    )
  })
})

test('a text that the parser fails on is edited as source', () => {
  expect(open('- a\n  >*\nword')).toBeNull()
  expect(open(`${'>'.repeat(20_000)} deep`)).toBeNull()
})

test('a paragraph of very many lines, and code with very many blank ones, are read at once', () => {
  const contents = [
    `${'word '.repeat(20)}\n`.repeat(19_000),
    `\`\`\`\n${`\n${' '.repeat(90)}`.repeat(19_000)}x\n\`\`\`\n`,
  ]
  for (const content of contents) {
    const opened = open(content)
    expect(opened?.kept.contentOf(opened.doc)).toBe(content)
  }
})

/** Where words can be typed: the end of each text block that is not source. */
function textBlockEnds(doc: NonNullable<ReturnType<typeof open>>['doc']) {
  const ends: number[] = []
  doc.descendants((node, position) => {
    if (node.isTextblock && !node.type.spec.code) ends.push(position + node.nodeSize - 1)
  })
  return ends
}

describe('an edit', () => {
  test('of one block changes only that block, and undoing it restores the bytes', () => {
    for (const content of CONTENTS) {
      const opened = open(content)
      if (!opened) continue
      const { kept, state } = opened
      const before = kept.sourcesOf(state.doc)
      for (const end of textBlockEnds(state.doc).slice(0, 20)) {
        let edited = state.apply(state.tr.insertText(' edited', end))
        const after = kept.sourcesOf(edited.doc)
        const changed = after.filter(({ body }, index) => body !== before[index]?.body)
        expect(changed).toHaveLength(1)
        expect(changed[0]?.body).toContain('edited')
        // Where blocks stand close together, a blank line may be needed between them.
        const trails = SPECIFICATION.includes(content) ? [] : after.map(({ trail }) => trail)
        for (const [index, trail] of trails.entries()) expect(trail).toBe(before[index]?.trail)
        undo(edited, (transaction) => {
          edited = edited.apply(transaction)
        })
        expect(kept.contentOf(edited.doc)).toBe(content)
      }
    }
  })

  test('is read again as what it was', () => {
    for (const content of Object.values(MARKDOWN_SAMPLES)) {
      const opened = open(content)
      if (!opened) continue
      const { kept, state } = opened
      for (const end of textBlockEnds(state.doc).slice(0, 20)) {
        const edited = state.apply(state.tr.insertText(' edited', end))
        const again = readTokens(
          lexMarkdown(kept.contentOf(edited.doc).replace(/\r\n?/g, '\n')).tokens,
          null,
        )
        expect(again).toHaveLength(edited.doc.childCount)
        for (const [index, node] of again.entries()) {
          expect(sameMeaning(node, edited.doc.child(index)), kept.contentOf(edited.doc)).toBe(true)
        }
      }
    }
  })

  test.each([
    ['https://a.example/~b/_c/*d', 'See https://a.example/~b/_c/*d for more.\n'],
    ['www.a.example/_next', 'www.a.example/_next *or* b_\n'],
  ])('keeps the bare address %s', (address, content) => {
    const opened = open(content)
    if (!opened) throw new Error('not opened')
    const { kept, state } = opened
    const edited = state.apply(state.tr.insertText('*! ', 1))
    expect(kept.contentOf(edited.doc)).toContain(
      `\\*! ${content.slice(0, content.indexOf(address))}`,
    )
    expect(kept.contentOf(edited.doc)).toContain(address)
  })

  test.each([
    ['of a quote with an open end leaves the note behind it', '> a\n>\n[^1]: note\n'],
    [
      'of a quote with an open end leaves the definition behind it',
      '> a\n>\n[b]: https://c.example\n',
    ],
  ])('%s', (_name, content) => {
    const opened = open(content)
    if (!opened) throw new Error('not opened')
    const { kept, state } = opened
    const [end = 0] = textBlockEnds(state.doc)
    const edited = state.apply(state.tr.insertText('!', end)).doc
    const again = createKeptSource().read(kept.contentOf(edited))
    expect(again.childCount).toBe(edited.childCount)
    expect(again.textContent).toBe(edited.textContent)
  })

  test('of any text loses no word', () => {
    fc.assert(
      fc.property(randomMarkdown, fc.nat(), (content, at) => {
        const opened = open(content)
        if (!opened) return
        const ends = textBlockEnds(opened.doc)
        const end = ends[at % Math.max(1, ends.length)]
        if (end === undefined) return
        const edited = opened.state.apply(opened.state.tr.insertText('edited', end))
        const saved = opened.kept.contentOf(edited.doc)
        edited.doc.descendants(({ text = '' }) => {
          for (const [word] of text.matchAll(/\p{L}+/gu)) expect(saved).toContain(word)
        })
      }),
      { numRuns: 400 },
    )
  })
})

test('a block that is split, joined or removed keeps its neighbours as they were', () => {
  const content = '# Title\nOne two\n\n* a\n* b\n\n\n\nThree\n'
  const opened = open(content)
  if (!opened) throw new Error('not opened')
  const { kept, state } = opened
  const within = '# Title'.length + 4
  expect(kept.contentOf(state.apply(state.tr.split(within + 1)).doc)).toMatch(
    /^# Title\nOne \n\ntwo\n\n\* a\n\* b\n\n\n\nThree\n$/s,
  )
  const list = state.doc.child(0).nodeSize + state.doc.child(1).nodeSize
  const without = state.tr.delete(list, list + state.doc.child(2).nodeSize)
  expect(kept.contentOf(state.apply(without).doc)).toBe('# Title\nOne two\n\nThree\n')
})

test('blocks are found by their source', () => {
  expect(bodies('# a\n\nb\n\n- c\n- d\n')).toEqual(['# a', 'b', '- c\n- d'])
})

test('a text of very many lines or characters is edited as source, which says why', () => {
  const lines = 'Short.\n\n'.repeat(10_000)
  expect(createKeptSource().read(lines).childCount).toBeGreaterThan(9_000)
  for (const content of [`${lines}\nOne more.\n`, 'a'.repeat(2_000_001)]) {
    expect(() => createKeptSource().read(content)).toThrow('so long that it can only be edited')
  }
})
