import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeVersions } from '#core/documents/merge/merge-versions.ts'
import type { Merged } from '#core/documents/merge/merged.ts'
import { resolveConflicts } from '#core/documents/merge/resolve-conflicts.ts'
import { cpuTime } from '#tests/support/cpu-time.ts'

const merge = (base: string, ours: string, theirs: string) =>
  mergeVersions('text', { base, ours, theirs })

/** What every merge must be, whatever the texts. */
function expectWhole({ content, conflicts }: Merged) {
  let at = 0
  for (const { start, end, ours } of conflicts) {
    expect(start).toBeGreaterThanOrEqual(at)
    expect(content.slice(start, end)).toBe(ours)
    expect(start === 0 || content[start - 1] === '\n').toBe(true)
    at = end
  }
}

describe('merging two edits of a text', () => {
  test('edits of different paragraphs are both kept', () => {
    const merged = merge(
      'One.\n\nTwo.\n\nThree.',
      'Uno.\n\nTwo.\n\nThree.',
      'One.\n\nTwo.\n\nTres.',
    )
    expect(merged).toEqual({ content: 'Uno.\n\nTwo.\n\nTres.', conflicts: [] })
  })

  test('edits of adjacent lines are both kept', () => {
    expect(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nB\nc\n').content).toBe('A\nB\nc\n')
  })

  test('edits of different words of one line are both kept', () => {
    const merged = merge(
      'The cat sat on the mat.',
      'The dog sat on the mat.',
      'The cat sat on the rug.',
    )
    expect(merged).toEqual({ content: 'The dog sat on the rug.', conflicts: [] })
  })

  test('a paragraph is added below a last line that is changed', () => {
    const merged = merge('The end.', 'The end.\n\nPostscript.', 'The very end.')
    expect(merged).toEqual({ content: 'The very end.\n\nPostscript.', conflicts: [] })
  })

  test('the same edit of both is made once', () => {
    const merged = merge('teh cat\nsat\n', 'the cat\nsat\nA\n', 'the cat\nsat\nA\n')
    expect(merged).toEqual({ content: 'the cat\nsat\nA\n', conflicts: [] })
  })

  test('different edits of the same word conflict, as whole lines', () => {
    const merged = merge(
      'One.\nThe cat sat here.\nEnd.',
      'One.\nThe dog sat here.\nEnd.',
      'One.\nThe cow sat here!\nEnd.',
    )
    expect(merged).toEqual({
      content: 'One.\nThe dog sat here!\nEnd.',
      conflicts: [
        {
          start: 5,
          end: 23,
          base: 'The cat sat here!\n',
          ours: 'The dog sat here!\n',
          theirs: 'The cow sat here!\n',
        },
      ],
    })
    expect(resolveConflicts(merged, ['theirs'])).toBe('One.\nThe cow sat here!\nEnd.')
    expect(resolveConflicts(merged, ['both'])).toBe(
      'One.\nThe dog sat here!\nThe cow sat here!\nEnd.',
    )
  })

  test('a sentence written anew is not mixed with another edit of it', () => {
    const merged = merge('red, green and blue', 'one, two or three', 'red, green or blue')
    expect(merged.conflicts).toHaveLength(1)
    expect(merged.content).toBe('one, two or three')
  })

  test('a deletion and an edit of the same line conflict', () => {
    const merged = merge('a\nb\nc\n', 'a\nc\n', 'a\nbee\nc\n')
    expect(merged.content).toBe('a\nc\n')
    expect(resolveConflicts(merged, ['theirs'])).toBe('a\nbee\nc\n')
  })

  test('line ends of Windows stay', () => {
    expect(merge('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC').content).toBe('A\r\nb\r\nC')
  })

  test('two contents of nothing conflict', () => {
    const merged = merge('', 'mine', 'theirs')
    expect(resolveConflicts(merged, ['both'])).toBe('mine\ntheirs')
  })
})

describe('merging two edits of a sheet', () => {
  const mergeSheets = (base: string, ours: string, theirs: string) =>
    mergeVersions('sheet', { base, ours, theirs })

  test('edits of neighbouring cells of one row are both kept', () => {
    const merged = mergeSheets('a,b,c\n1,2,3\n', 'a,b,c\n9,2,3\n', 'a,b,c\n1,8,3\n')
    expect(merged).toEqual({ content: 'a,b,c\n9,8,3\n', conflicts: [] })
  })

  test('edits of words of the same cell conflict, as the whole row', () => {
    const merged = mergeSheets('a,b\nred cat,1\n', 'a,b\nred dog,1\n', 'a,b\nbig cat,2\n')
    expect(merged.conflicts).toMatchObject([{ ours: 'red dog,2\n', theirs: 'big cat,2\n' }])
  })

  test('a row is one although a quoted cell of it has several lines', () => {
    const base = 'name,note\nAda,"one\ntwo\nthree"\nBob,x\n'
    const ours = base.replace('two', 'zwei')
    const theirs = base.replace('two', 'deux')
    const merged = mergeSheets(base, ours, theirs)
    expect(merged.conflicts).toHaveLength(1)
    expect(merged.conflicts[0]?.ours).toBe('Ada,"one\nzwei\nthree"\n')
    expect(resolveConflicts(merged, ['both'])).toBe(
      'name,note\nAda,"one\nzwei\nthree"\nAda,"one\ndeux\nthree"\nBob,x\n',
    )
  })

  test('a row is added below a last row that is edited', () => {
    const merged = mergeSheets('a,b\n1,2', 'a,b\n1,2\n3,4', 'a,b\n1,9')
    expect(merged).toEqual({ content: 'a,b\n1,9\n3,4', conflicts: [] })
  })

  test('a column is added to rows of which a cell is edited', () => {
    const merged = mergeSheets('a,b\n1,2\n3,4\n', 'a,b,c\n1,2,\n3,4,\n', 'a,b\n9,2\n3,4\n')
    expect(merged).toEqual({ content: 'a,b,c\n9,2,\n3,4,\n', conflicts: [] })
  })
})

test('an image is not merged', () => {
  const merged = mergeVersions('image', { base: 'aa', ours: 'ab', theirs: 'ba' })
  expect(merged.conflicts).toEqual([{ start: 0, end: 2, base: 'aa', ours: 'ab', theirs: 'ba' }])
  expect(mergeVersions('image', { base: 'aa', ours: 'aa', theirs: 'ba' }).content).toBe('ba')
})

const someText = fc
  .array(fc.constantFrom('a', 'b', 'the', ' ', ' ', '\n', '\n', '\r\n', '.', '😀', '\ud800'), {
    maxLength: 40,
  })
  .map((tokens) => tokens.join(''))

const someSheet = fc
  .array(fc.constantFrom('a', 'b', ',', ',', '"', '"', ' ', '\n', '\n', '\r\n', '\uFEFF'), {
    maxLength: 40,
  })
  .map((tokens) => tokens.join(''))

test('of any sheets, its conflicts are where they say, and either side can be chosen', () => {
  fc.assert(
    fc.property(someSheet, someSheet, someSheet, (base, ours, theirs) => {
      const merged = mergeVersions('sheet', { base, ours, theirs })
      let at = 0
      for (const conflict of merged.conflicts) {
        expect(conflict.start).toBeGreaterThanOrEqual(at)
        expect(merged.content.slice(conflict.start, conflict.end)).toBe(conflict.ours)
        at = conflict.end
      }
      const mirrored = mergeVersions('sheet', { base, ours: theirs, theirs: ours })
      const others = merged.conflicts.map(() => 'theirs' as const)
      if (base !== '') expect(resolveConflicts(merged, others)).toBe(mirrored.content)
    }),
    { numRuns: 2_000 },
  )
})

describe('any merge', () => {
  test('its conflicts are where they say, and either side can be chosen', () => {
    fc.assert(
      fc.property(someText, someText, someText, (base, ours, theirs) => {
        const merged = merge(base, ours, theirs)
        expectWhole(merged)
        const mirrored = merge(base, theirs, ours)
        expect(mirrored.conflicts.length).toBe(merged.conflicts.length)
        const others = merged.conflicts.map(() => 'theirs' as const)
        expect(resolveConflicts(merged, others)).toBe(mirrored.content)
      }),
      { numRuns: 2_000 },
    )
  })

  test('with one edit only, it is that edit', () => {
    fc.assert(
      fc.property(someText, someText, (base, edited) => {
        expect(merge(base, base, edited)).toEqual({ content: edited, conflicts: [] })
        expect(merge(base, edited, base)).toEqual({ content: edited, conflicts: [] })
        expect(merge(base, edited, edited)).toEqual({ content: edited, conflicts: [] })
      }),
    )
  })

  test('disjoint edits are both made', () => {
    const words = fc.array(fc.constantFrom('red', 'green', 'blue', 'one', '\n', '\n\n'), {
      minLength: 12,
      maxLength: 60,
    })
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 5 }), fc.boolean(), (tokens, at, swap) => {
        const place = (n: number, text: string) =>
          tokens.map((token, index) => (index === n ? text : token)).join(' ')
        const [first, second] = [at, at + 6]
        const both = tokens
          .map((token, index) => (index === first ? 'X1' : index === second ? 'X2' : token))
          .join(' ')
        const edits = [place(first, 'X1'), place(second, 'X2')]
        if (tokens.slice(first + 1, second).every((token) => token.trim() === '')) return
        const [ours = '', theirs = ''] = swap ? edits.toReversed() : edits
        expect(merge(tokens.join(' '), ours, theirs)).toEqual({ content: both, conflicts: [] })
      }),
      { numRuns: 1_000 },
    )
  })

  test('what either has added is in the merged text or in a conflict', () => {
    const insertions = fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ' ', '\n')), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(someText, insertions, insertions, (base, oursPlan, theirsPlan) => {
        const marker = (name: 'ours' | 'theirs', n: number) =>
          String.fromCharCode((name === 'ours' ? 0xe000 : 0xe100) + n)
        const edit = (name: 'ours' | 'theirs', plan: [number, string][]) =>
          plan.reduce((text, [place, space], n) => {
            const at = place % (text.length + 1)
            return `${text.slice(0, at)}${space}${marker(name, n)}${space}${text.slice(at)}`
          }, base)
        const merged = merge(base, edit('ours', oursPlan), edit('theirs', theirsPlan))
        const shown = merged.content + merged.conflicts.map((conflict) => conflict.theirs).join('|')
        for (const n of oursPlan.keys()) expect(merged.content).toContain(marker('ours', n))
        for (const n of theirsPlan.keys()) expect(shown).toContain(marker('theirs', n))
      }),
      { numRuns: 2_000 },
    )
  })
})

test.each(['text', 'sheet'] as const)(
  'a %s of millions of lines is one conflict, at once',
  (kind) => {
    const lines = '\n'.repeat(1_500_000)
    const texts = { base: `a${lines}b`, ours: `c${lines}d`, theirs: `e${lines}f` }
    const begun = cpuTime()
    const merged = mergeVersions(kind, texts)
    expect(cpuTime() - begun).toBeLessThan(800)
    expect(merged.conflicts).toHaveLength(1)
    expect(merged.content === texts.ours).toBe(true)
  },
)
