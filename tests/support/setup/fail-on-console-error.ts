import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/*
 * A call of `console.error` fails the test in which it happens, so that a
 * warning of React or of a library is not overlooked. A test that expects such
 * a call looks at it and then forgets it: `vi.mocked(console.error).mockClear()`.
 */

let consoleError: MockInstance<typeof console.error>

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error')
})

afterEach(() => {
  const calls = consoleError.mock.calls.map((args) => args.map(String).join(' '))
  consoleError.mockRestore()
  expect(calls, 'calls of console.error in this test').toEqual([])
})
