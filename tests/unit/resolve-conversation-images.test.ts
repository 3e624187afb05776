import { expect, test, vi } from 'vitest'
import { resolveConversationImages } from '#core/replies/resolve-conversation-images.ts'
import type { Services } from '#core/services.server.ts'

const ORIGIN = 'http://chat.example.com'

function message(...parts: { type: string; [key: string]: unknown }[]) {
  return { id: crypto.randomUUID(), role: 'user' as const, parts }
}

test('a history full of images causes a bounded number of reads; the other images become notes', async () => {
  const get = vi.fn(async () => null)
  const services = { blobs: { get } } as unknown as Services
  const url = `/uploads/${'a'.repeat(48)}-x.png`
  const old = message(...Array.from({ length: 500 }, () => ({ type: 'file', url })))
  const conversation = [old, message({ type: 'text', text: 'And now?' })]
  const resolved = await resolveConversationImages(services, ORIGIN, conversation)
  expect(resolved.size).toBe(500)
  expect([...resolved.values()].every(({ type }) => type === 'text')).toBe(true)
  expect(get).toHaveBeenCalledTimes(100)
})
