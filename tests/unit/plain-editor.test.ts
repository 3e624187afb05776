import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  editedContent,
  offsetInContent,
  withLineFeeds,
} from '#components/documents/editing/line-ends.ts'
import { createContentBuffer } from '#hooks/documents/content-buffer.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', '\r\n', '\r', 'é', '😀', ' '),
  maxLength: 30,
})

describe('a text field, which has line feeds alone', () => {
  test('what was not edited keeps its line ends', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(editedContent(content, withLineFeeds(content))).toBe(content)
      }),
    )
  })

  test('what is read again is what was typed, and before and after it all is as it was', () => {
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        const content = `${before}|${after}`
        const value = withLineFeeds(before) + withLineFeeds(typed) + withLineFeeds(after)
        const edited = editedContent(content, value)
        expect(withLineFeeds(edited)).toBe(value)
        // Where the same stands several times, an edit may be taken for one beside it.
        expect(edited.length).toBeGreaterThanOrEqual(value.length)
      }),
    )
  })

  test('an edit in a file of Windows has its line ends', () => {
    expect(editedContent('one\r\ntwo\r\n', 'one\nnew\ntwo\n')).toBe('one\r\nnew\r\ntwo\r\n')
    expect(editedContent('a\nb\r\nc\n', 'a\nb\nC\n')).toBe('a\nb\r\nC\n')
  })

  test('an offset is one in the content', () => {
    expect(offsetInContent('one\r\ntwo', 4)).toBe(5)
    expect(offsetInContent('one\r\ntwo', 3)).toBe(3)
    expect(offsetInContent('one\ntwo', 4)).toBe(4)
  })
})

describe('the content of an open document', () => {
  function createEditor(content: string) {
    return {
      getContent: vi.fn(() => content),
      setContent: vi.fn((next: string) => {
        content = next
      }),
      getSelection: () => null,
      focus() {},
    }
  }

  test('is what was loaded until somebody has edited it, whatever the editor makes of it', () => {
    const buffer = createContentBuffer('# One\n')
    const editor = createEditor('# One')
    buffer.attach(editor, '# One\n')
    expect(buffer.get()).toBe('# One\n')
    buffer.changed()
    expect(buffer.get()).toBe('# One')
    expect(buffer.get()).toBe('# One')
    expect(editor.getContent).toHaveBeenCalledOnce()
  })

  test('stays when the editor is closed, and comes to the next one', () => {
    const buffer = createContentBuffer('One')
    buffer.attach(createEditor('One and two'), 'One')
    buffer.changed()
    buffer.attach(null, '')
    expect(buffer.get()).toBe('One and two')
    const next = createEditor('One')
    buffer.attach(next, 'One')
    expect(next.setContent).toHaveBeenCalledWith('One and two')
  })

  test('is what was last known when the editor fails', () => {
    const buffer = createContentBuffer('One')
    const editor = createEditor('One and two')
    buffer.attach(editor, 'One')
    buffer.changed()
    expect(buffer.get()).toBe('One and two')
    editor.getContent.mockImplementation(() => {
      throw new Error('The editor has failed.')
    })
    buffer.changed()
    buffer.attach(null, '')
    expect(buffer.get()).toBe('One and two')
  })
})
