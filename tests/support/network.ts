import { type SetupServer, setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

/**
 * Takes the network away from the tests of a file: what they call by HTTP is
 * answered by the handlers given to `network.use(…)`, and any other call fails.
 * The handlers last until the end of the test. To be called once, at the top of
 * the file.
 */
export function mockNetwork(): SetupServer {
  const network = setupServer()
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => network.resetHandlers())
  afterAll(() => network.close())
  return network
}
