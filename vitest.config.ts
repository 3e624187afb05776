import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const POSTGRES = 'tests/support/setup/postgres.ts'
const ERROR_LOGS = 'tests/support/setup/fail-on-error-log.ts'
const BUILD = 'tests/support/setup/build.ts'

/**
 * The tests in five projects, by what they need. `npm test` runs all of them in
 * one run; `npm run test:unit` runs the first alone. The browser tests have a
 * configuration of their own, in tests/e2e.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    setupFiles: ['tests/support/setup/fail-on-console-error.ts'],
    projects: [
      // Nothing but Node: no database, no build, no process of ours.
      // They keep nothing between files, so that files may share a process.
      defineTestProject('unit', {
        testTimeout: 30_000,
        isolate: false,
        sequence: { groupOrder: 0 },
      }),
      // A database, used directly.
      defineTestProject('db', { globalSetup: [POSTGRES] }),
      // The web process, through HTTP.
      defineTestProject('http', { globalSetup: [POSTGRES, BUILD], setupFiles: [ERROR_LOGS] }),
      // The hooks of the AI SDK in a DOM, against the web process.
      defineTestProject('clients', {
        globalSetup: [POSTGRES, BUILD],
        setupFiles: [ERROR_LOGS],
        environment: './tests/clients/dom-environment.ts',
      }),
      // The worker, and how processes start, fail and stop.
      defineTestProject('worker', { globalSetup: [POSTGRES, BUILD], setupFiles: [ERROR_LOGS] }),
    ],
  },
})

function defineTestProject(
  name: string,
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      // A slow machine takes its time; what is waited for is found at once where it is there.
      testTimeout: 90_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 25_000 } },
      // After the unit tests, which answer first.
      sequence: { groupOrder: 1 },
      ...options,
    },
  }
}
