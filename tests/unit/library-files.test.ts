import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { checkPng } from '#core/library/check-png.ts'
import { ACCEPTED_FILES, kindOfFile } from '#core/library/file-kinds.ts'
import { readFile } from '#core/library/read-file.ts'
import { createUniqueNames } from '#core/library/unique-names.ts'
import { type ArchivedFile, zipStream } from '#core/library/zip-stream.ts'
import { collect } from '#tests/support/collect.ts'
import { makePng } from '#tests/support/test-images.ts'

describe('names in an archive', () => {
  test('no two are the same, also where letters differ in their case only', () => {
    const name = fc.constantFrom('a.md', 'A.md', 'a (2).md', 'b', 'a.MD', 'é.md', 'e\u0301.md')
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const nameOf = createUniqueNames()
        const unique = names.map((each) => nameOf(each).normalize('NFC').toLowerCase())
        expect(new Set(unique).size).toBe(names.length)
      }),
    )
  })

  test('the number comes before the extension', () => {
    const nameOf = createUniqueNames()
    const names = ['Rain.md', 'rain.md', 'Rain.md', 'Rain.csv'].map(nameOf)
    expect(names).toEqual(['Rain.md', 'rain (2).md', 'Rain (3).md', 'Rain.csv'])
  })
})

describe('an archive', () => {
  const inTurn = async function* <T>(values: T[], onAsk = () => {}) {
    for (const value of values) {
      onAsk()
      yield value
    }
  }
  const changedAt = '2026-11-22T08:00:00Z'

  test('has the files that went in', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 4 })
    const time = fc.constantFrom(changedAt, '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z')
    const file = fc.record({ parts, isCompressed: fc.boolean(), changedAt: time })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (files) => {
        const archived = files.map(
          (each, index): ArchivedFile => ({
            ...each,
            name: `${index} ☂.bin`,
            parts: inTurn(each.parts),
          }),
        )
        const entries = unzipSync(Buffer.concat(await collect(zipStream(inTurn(archived)))))
        expect(Object.keys(entries)).toEqual(archived.map(({ name }) => name))
        const contents = Object.values(entries).map((bytes) => Buffer.from(bytes).toString('hex'))
        expect(contents).toEqual(files.map(({ parts }) => Buffer.concat(parts).toString('hex')))
      }),
      { numRuns: 40 },
    )
  })

  test.each([true, false])(
    'asks for a part when what came of the one before is taken (compressed: %s)',
    async (isCompressed) => {
      let asked = 0
      const parts = inTurn(
        Array.from({ length: 10 }, () => randomBytes(300_000)),
        () => {
          asked += 1
        },
      )
      const file = { name: 'long.bin', changedAt, isCompressed, parts }
      const zip = zipStream(inTurn([file]))
      await zip.next()
      expect(asked).toBe(1)
      await zip.return()
      expect(asked).toBe(1)
    },
  )

  test('others are served while a large part is compressed', async () => {
    const parts = inTurn([randomBytes(2_000_000)])
    let [isWriting, turns] = [true, 0]
    const countTurns = () => {
      turns += 1
      if (isWriting) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const file = { name: 'long.bin', changedAt, isCompressed: false, parts }
    await collect(zipStream(inTurn([file])))
    isWriting = false
    expect(turns).toBeGreaterThan(10)
  })
})

describe('files that become documents', () => {
  test('every extension that the field takes has a kind', () => {
    for (const extension of ACCEPTED_FILES.split(',')) {
      expect(kindOfFile(`name${extension.toUpperCase()}`)).not.toBeNull()
    }
    expect(kindOfFile('png')).toBeNull()
    expect(kindOfFile('archive.tar.gz')).toBeNull()
  })

  test('any text comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(![...text].some((character) => character < ' '))
        const { content } = readFile({ name: 'a.csv', bytes: Buffer.from(text) })
        expect(content).toBe(text)
      }),
    )
  })

  test('a PNG of which a byte is changed or missing is refused', async () => {
    const png = await makePng(8, 8)
    expect(() => checkPng(png)).not.toThrow()
    for (let at = 0; at < png.length; at += 1) {
      const changed = Buffer.from(png)
      changed[at] = (changed[at] ?? 0) ^ 0x10
      expect(() => checkPng(changed)).toThrow(/PNG image/)
      expect(() => checkPng(png.subarray(0, at))).toThrow(/PNG image/)
    }
  })

  test('a PNG of too many pixels is refused by its header', () => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([length, body, sum])
    }
    const header = Buffer.alloc(13)
    header.writeUInt32BE(60_000, 0)
    header.writeUInt32BE(60_000, 4)
    header.set([8, 0, 0, 0, 0], 8)
    const huge = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
      chunk('IEND', Buffer.alloc(0)),
    ])
    expect(() => checkPng(huge)).toThrow(/50 million pixels/)
  })
})

test('the name of an uploaded code file keeps its extension, that of others does not', () => {
  const title = (name: string) => readFile({ name, bytes: Buffer.from('x') }).title
  expect(title('run.test.ts')).toBe('run.test.ts')
  expect(title('Plan v1.2.md')).toBe('Plan v1.2')
  expect(title(`${'é'.repeat(600)}.md`)).toHaveLength(500)
})
