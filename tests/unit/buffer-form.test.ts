import { describe, expect, test } from 'vitest'
import { createBodyBudget } from '#http/requests/body-budget.ts'
import { bufferForm } from '#http/requests/buffer-form.ts'

const PART = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const MIB = 1024 * 1024
const URLENCODED = 'application/x-www-form-urlencoded'

function buffered(body: BodyInit, type?: string): Promise<Request> {
  const headers = type ? { 'Content-Type': type } : undefined
  const request = new Request('http://x/', { method: 'POST', headers, body })
  const hold = createBodyBudget(256 * MIB).hold({ network: 'x', user: null })
  return bufferForm(request, { maxBytes: 8 * MIB, hold })
}

describe('a form that is read into memory', () => {
  test.each([
    ['urlencoded', 'a&'.repeat(100_000), URLENCODED],
    ['in parts', `${PART.repeat(12_000)}--X--`, 'multipart/form-data; boundary=X'],
    ['in parts with quotes', `${PART.repeat(12_000)}--X--`, 'multipart/form-data; boundary="X"'],
    ['with a boundary that is spelled otherwise', PART, 'multipart/form-data; a=b; boundary=X'],
  ])('%s is refused for its many fields before it is parsed', async (_name, body, type) => {
    await expect(buffered(body, type)).rejects.toMatchObject({ code: 'invalid' })
  })

  const fields = { a: '1', b: '2' }
  const parts = new FormData()
  for (const [name, value] of Object.entries(fields)) parts.append(name, value)

  test.each([
    ['urlencoded', new URLSearchParams(fields)],
    ['in parts', parts],
  ])('%s can be parsed twice', async (_name, body) => {
    const form = await buffered(body)
    for (const copy of [form.clone(), form]) {
      expect(Object.fromEntries(await copy.formData())).toEqual(fields)
    }
  })
})
