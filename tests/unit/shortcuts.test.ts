import { expect, test } from 'vitest'
import { shortcutOf } from '#app/shortcuts.ts'

function press(key: string, held = '', code = '') {
  return {
    key,
    code,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
    altKey: held.includes('alt'),
  }
}

test('a shortcut is told by its keys, with Ctrl and with Cmd', () => {
  expect(shortcutOf(press('k', 'ctrl'), true)).toBe('search')
  expect(shortcutOf(press('k', 'meta'), true)).toBe('search')
  expect(shortcutOf(press('O', 'ctrl shift'), true)).toBe('new-chat')
  expect(shortcutOf(press(':', 'meta shift', 'Semicolon'), true)).toBe('copy-code')
  expect(shortcutOf(press('Escape', 'shift'), true)).toBe('focus')
  expect(shortcutOf(press('/', 'ctrl shift'), true)).toBe('sheet')
})

test('a single key is a character where somebody writes, and other keys mean nothing', () => {
  expect(shortcutOf(press('?', 'shift'), false)).toBe('sheet')
  expect(shortcutOf(press('?', 'shift'), true)).toBeUndefined()
  expect(shortcutOf(press('k'), false)).toBeUndefined()
  expect(shortcutOf(press('k', 'ctrl alt'), false)).toBeUndefined()
  expect(shortcutOf(press('c', 'ctrl'), false)).toBeUndefined()
})
