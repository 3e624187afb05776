import fc from 'fast-check'
import { EditorState } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { changeContent } from '#components/documents/text/markdown/change-content.ts'
import {
  createKeptSource,
  NotReadableError,
} from '#components/documents/text/markdown/kept-source.ts'
import {
  rangeOfSelection,
  selectionOfRange,
} from '#components/documents/text/markdown/positions.ts'
import { MARKDOWN_SAMPLES } from '#tests/support/markdown-samples.ts'
import { randomMarkdown } from '#tests/support/random-markdown.ts'

const SAMPLES = Object.entries(MARKDOWN_SAMPLES).filter(([name]) => name !== 'a very long line')

function open(content: string) {
  const kept = createKeptSource()
  const doc = kept.read(content)
  return { kept, doc, state: EditorState.create({ doc }) }
}

function canBeRead(content: string): boolean {
  try {
    open(content)
    return true
  } catch (error) {
    if (error instanceof NotReadableError) return false
    throw error
  }
}

/** The places of the words of a document, letters only. */
function words({ doc }: ReturnType<typeof open>) {
  const found: { from: number; to: number; text: string }[] = []
  doc.descendants((node, position) => {
    for (const match of node.isText ? (node.text ?? '').matchAll(/\p{L}+/gu) : []) {
      const from = position + match.index
      found.push({ from, to: from + match[0].length, text: match[0] })
    }
  })
  return found
}

describe('a selected word', () => {
  test.each(SAMPLES)('is the same word in the source, and back: %s', (_name, content) => {
    const opened = open(content)
    for (const { from, to, text } of words(opened)) {
      const range = rangeOfSelection(opened.kept, opened.doc, { from, to })
      if (!range) throw new Error('no range')
      expect(content.slice(range.start, range.end)).toBe(text)
      expect(selectionOfRange(opened.kept, opened.doc, range)).toEqual({ from, to })
    }
  })

  test('in any text is within the source that is found', () => {
    fc.assert(
      fc.property(randomMarkdown, (content) => {
        if (!canBeRead(content)) return
        const opened = open(content)
        for (const { from, to, text } of words(opened)) {
          const range = rangeOfSelection(opened.kept, opened.doc, { from, to })
          if (!range) throw new Error('no range')
          expect(content.slice(range.start, range.end)).toContain(text)
        }
      }),
    )
  })

  test('after an edit is found in what would be saved', () => {
    const opened = open('# Title\r\n\r\nOne **two** three\r\n\r\n- four\r\n- five\r\n')
    const { kept, state } = opened
    const edited = state.apply(state.tr.insertText('*x* ', 10)).doc
    const content = kept.contentOf(edited)
    for (const { from, to, text } of words({ ...opened, doc: edited })) {
      const range = rangeOfSelection(kept, edited, { from, to })
      expect(content.slice(range?.start, range?.end)).toBe(text)
    }
  })
})

describe('another content', () => {
  test('is shown as it is, whatever was shown', () => {
    const readable = fc.oneof(
      randomMarkdown,
      fc.constantFrom(...SAMPLES.map(([, sample]) => sample)),
    )
    fc.assert(
      fc.property(fc.array(readable, { minLength: 2, maxLength: 4 }), ([first, ...others]) => {
        let { kept, state } = open(first !== undefined && canBeRead(first) ? first : '')
        for (const other of others) {
          try {
            const transaction = changeContent(state, kept, other)
            if (transaction) state = state.apply(transaction)
            state.doc.check()
            expect(kept.contentOf(state.doc)).toBe(other)
          } catch (error) {
            if (!(error instanceof NotReadableError)) throw error
          }
        }
      }),
    )
  })

  test('replaces only what differs', () => {
    const content = '# Title\n\nOne two three.\n\n- a\n- b\n\nLast.\n'
    const { kept, state } = open(content)
    const next = content.replace('two', 'twenty').replace('- b', '- b\n- c')
    const transaction = changeContent(state, kept, next)
    if (!transaction) throw new Error('no change')
    // A caret in the last block and one behind the changed word stay where they are.
    const last = state.doc.content.size - 2
    expect(transaction.mapping.map(last) - last).toBe(transaction.doc.content.size - 2 - last)
    const three = 'Title'.length + 2 + 1 + 'One two '.length
    const moved = transaction.mapping.map(three)
    expect(transaction.doc.textBetween(moved, moved + 5)).toBe('three')
    expect(transaction.doc.child(0)).toBe(state.doc.child(0))
    expect(transaction.doc.child(3)).toBe(state.doc.child(3))
  })

  test('that is the same changes nothing', () => {
    const { kept, state } = open('One\n\nTwo\n')
    expect(changeContent(state, kept, 'One\n\nTwo\n')).toBeNull()
  })

  test('merged into an edit keeps both', () => {
    const { kept, state } = open('One\n\nTwo\n\nThree\n')
    const edited = state.apply(state.tr.insertText(' edited', 4))
    const merged = 'One edited\n\nTwo\n\nThree of another\n'
    const transaction = changeContent(edited, kept, merged)
    expect(transaction && kept.contentOf(transaction.doc)).toBe(merged)
    expect(transaction?.doc.child(0)).toBe(edited.doc.child(0))
  })
})
