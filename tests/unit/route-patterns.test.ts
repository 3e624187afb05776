import { describe, expect, test } from 'vitest'
import { createRoutePatterns } from '#http/metrics/route-patterns.ts'

const routeOf = createRoutePatterns({
  root: { id: 'root', path: '' },
  _chat: { id: '_chat', parentId: 'root' },
  '_chat._index': { id: '_chat._index', parentId: '_chat' },
  '_chat.chat.$chatId': { id: '_chat.chat.$chatId', parentId: '_chat', path: 'chat/:chatId' },
  'api.$': { id: 'api.$', parentId: 'root', path: 'api/*' },
  'api.chat': { id: 'api.chat', parentId: 'root', path: 'api/chat' },
  'api.chat_.$chatId.stream': {
    id: 'api.chat_.$chatId.stream',
    parentId: 'root',
    path: 'api/chat/:chatId/stream',
  },
})

describe('the route label of a path', () => {
  test.each([
    ['/', '/'],
    ['/_root.data', '/'],
    ['/api/chat', '/api/chat'],
    ['/api/chat/6f1f7a9e/stream', '/api/chat/:chatId/stream'],
    ['/api/no/such/thing', '/api/*'],
    ['/chat/6f1f7a9e', '/chat/:chatId'],
    ['/chat/6f1f7a9e.data', '/chat/:chatId'],
    ['/assets/root-abc.js', '/assets/*'],
    ['/admin/queues/api/queues', '/admin/queues/*'],
    ['/wp-login.php', 'other'],
  ])('%s has the label %s', (path, route) => {
    expect(routeOf(path)).toBe(route)
  })
})
