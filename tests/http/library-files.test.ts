import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'
import { libraryCalls, readText } from '#tests/support/library-calls.ts'
import { makeJpeg, makePng } from '#tests/support/test-images.ts'

let app: TestApp
let owner: Caller
let library: ReturnType<typeof libraryCalls>

beforeAll(async () => {
  app = await startApp({ env: { STORAGE_PER_USER: `${40 * 1024 * 1024}` } })
  owner = await registered(app.url)
  library = libraryCalls(owner)
})
afterAll(() => app?.stop())

const BOM = '\uFEFF'
const utf16 = (text: string) => Buffer.from(`${BOM}${text}`, 'utf16le')

describe('uploaded files', () => {
  test.each([
    ['Notes.md', '# Rain\r\n', { title: 'Notes', kind: 'text' }, '# Rain\r\n'],
    ['marked.txt', `${BOM}héllo`, { title: 'marked', kind: 'text' }, 'héllo'],
    ['wide.txt', utf16('Regen ☂'), { title: 'wide', kind: 'text' }, 'Regen ☂'],
    ['sums.csv', `${BOM}a;b\r\n1;2`, { title: 'sums', kind: 'sheet' }, `${BOM}a;b\r\n1;2`],
    ['run.PY', 'print(1)\n', { title: 'run.PY', kind: 'code' }, 'print(1)\n'],
    ['Dockerfile', 'FROM node', { title: 'Dockerfile', kind: 'code' }, 'FROM node'],
    ['empty.txt', '', { title: 'empty', kind: 'text' }, ''],
    ['.md', 'x', { title: 'Untitled', kind: 'text' }, 'x'],
  ])('%s becomes a document', async (name, bytes, document, content) => {
    const { status, answer } = await library.upload(new File([bytes], name))
    expect(status).toBe(200)
    expect(answer).toMatchObject({ documents: [document], refused: [] })
    expect(await library.content(answer.documents[0]?.id ?? '')).toBe(content)
  })

  test('a PNG becomes an image, whose file is the same again', async () => {
    const png = await makePng()
    const { answer } = await library.upload(new File([new Uint8Array(png)], 'Red.png'))
    const [document] = answer.documents
    expect(document).toMatchObject({ title: 'Red', kind: 'image' })
    expect(await library.content(document?.id ?? '')).toBe(png.toString('base64'))
    const file = await owner.call('GET', `/api/document/${document?.id}/export`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png)
  })

  test('one that is refused says why, and does not keep the others', async () => {
    const png = await makePng()
    const cut = png.subarray(0, png.length - 20)
    const changed = Buffer.from(png)
    // The checksum of its chunk is not made again.
    changed[40] = (changed[40] ?? 0) ^ 1
    const { answer } = await library.upload(
      new File(['fine'], 'fine.md'),
      new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'letter.docx'),
      new File([new Uint8Array([0x63, 0x61, 0x66, 0xe9])], 'latin.txt'),
      new File([new Uint8Array([0x61, 0, 0x62])], 'binary.csv'),
      new File([new Uint8Array(await makeJpeg())], 'photo.png'),
      new File([new Uint8Array(cut)], 'cut.png'),
      new File([new Uint8Array(changed)], 'changed.png'),
    )
    expect(answer.documents).toMatchObject([{ title: 'fine' }])
    expect(answer.refused.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      expect.stringMatching(/^letter.docx cannot be a document/),
      expect.stringMatching(/^latin.txt is not a text in UTF-8/),
      expect.stringMatching(/^binary.csv is not a text: it holds bytes/),
      expect.stringMatching(/^photo.png is no PNG/),
      expect.stringMatching(/^cut.png is a damaged PNG/),
      expect.stringMatching(/^changed.png is a damaged PNG/),
    ])
  })

  test('a file of 5 MB is taken, a larger one is 413 and says what to do', async () => {
    const text = (size: number) => new File(['x'.repeat(size)], 'long.txt')
    expect((await library.upload(text(5 * 1024 * 1024))).answer.documents).toHaveLength(1)
    const { status, answer } = await library.upload(text(6 * 1024 * 1024))
    expect(status).toBe(413)
    expect(answer.detail).toMatch(/larger than 5 MB/)
  })

  test('a file for which there is no room says what to delete', async () => {
    const caller = libraryCalls(await registered(app.url))
    const large = new File(['x'.repeat(5_000_000)], 'long.txt')
    for (let n = 0; n < 8; n += 1) await caller.upload(large)
    const { answer } = await caller.upload(large, new File(['y'], 'small.txt'))
    expect(answer.refused).toMatchObject([
      { name: 'long.txt', reason: expect.stringMatching(/storage is full.*Delete/) },
    ])
    expect(answer.documents).toMatchObject([{ title: 'small' }])
  })

  test('the form of the page does the same, and names what was refused', async () => {
    const send = (...files: File[]) => {
      const body = new FormData()
      body.append('intent', 'upload')
      for (const file of files) body.append('file', file)
      return owner.client.raw('/documents?index', { method: 'POST', body })
    }
    const fine = await send(new File(['a'], 'a.md'), new File(['b'], 'b.md'))
    expect([fine.status, fine.headers.get('Location')]).toEqual([303, '/documents?uploaded=2'])
    const half = await send(new File(['c'], 'kept.md'), new File(['d'], '<b>.exe'))
    expect(half.status).toBe(400)
    const page = await readText(half)
    expect(page).toContain('“&lt;b&gt;.exe” cannot be a document')
    expect(page).toContain('1 file is uploaded.')
    const none = await send(new File([], ''))
    expect(none.status).toBe(400)
    expect(await none.text()).toContain('Choose one first.')
    const large = await send(new File(['x'.repeat(6 * 1024 * 1024)], 'long.txt'))
    expect(large.status).toBe(413)
    expect(await large.text()).toContain('larger than 5 MB together')
  })

  test('a form with very many fields is refused before it is parsed', async () => {
    const send = (body: BodyInit, type: string) =>
      owner.client.raw('/documents?index', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      })
    const start = performance.now()
    // To parse a million fields takes 12 s.
    const fields = await send('a&'.repeat(1_000_000), 'application/x-www-form-urlencoded')
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    const parts = await send(`${part.repeat(50_000)}--b--`, 'multipart/form-data; boundary=b')
    expect([fields.status, parts.status]).toEqual([400, 400])
    expect(await parts.text()).toContain('too many fields')
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('who is signed out uploads and exports nothing', async () => {
    const nobody = signedOut(app.url)
    const { status } = await libraryCalls(nobody).upload(new File(['a'], 'a.md'))
    expect(status).toBe(401)
    expect((await nobody.client.get('/documents/export.zip')).status).toBe(401)
  })
})

describe('GET /documents/export.zip', () => {
  test('holds every document once as a file of its kind, with safe names', async () => {
    const caller = await registered(app.url)
    const calls = libraryCalls(caller)
    const png = await makePng()
    await calls.save({ title: 'Rain', content: 'Drops ☂' })
    await calls.save({ title: 'rain', content: 'Other drops' })
    await calls.save({ title: '../../etc/passwd', content: 'Not there' })
    await calls.save({ title: 'sums', kind: 'sheet', content: 'a,b\n1,2' })
    await calls.save({ title: 'run.py', kind: 'code', content: 'x = 1\n' })
    await calls.save({ title: 'Red', kind: 'image', content: png.toString('base64') })
    await calls.save({ title: 'Long', content: 'It rains. '.repeat(250_000) })
    await calls.act(await calls.save({ title: 'Deleted' }), { intent: 'delete' })
    await library.save({ title: 'Of somebody else' })

    const response = await caller.client.get('/documents/export.zip')
    expect(response.headers.get('Content-Disposition')).toContain('documents.zip')
    const zip = new Uint8Array(await response.arrayBuffer())
    const files = unzipSync(zip)
    const names = Object.keys(files)
    expect(names.filter((name) => /^rain( \(2\))?\.md$/i.test(name))).toHaveLength(2)
    expect(names.toSorted()).toHaveLength(7)
    expect(names.some((name) => name.includes('/') || name.startsWith('.'))).toBe(false)
    expect(Buffer.from(files['Red.png'] ?? [])).toEqual(png)
    expect(strFromU8(files['run.py'] ?? new Uint8Array())).toBe('x = 1\n')
    expect(strFromU8(files['sums.csv'] ?? new Uint8Array())).toBe('a,b\n1,2')
    expect(files['Long.md']?.byteLength).toBe(2_500_000)
    expect(zip.byteLength).toBeLessThan(200_000)
    expect(Object.values(files).map((bytes) => strFromU8(bytes))).toContain('Drops ☂')
  })
})
