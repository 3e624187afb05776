import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const POSTGRES = 'tests/support/setup/postgres.ts'
const ERROR_LOGS = 'tests/support/setup/fail-on-error-log.ts'
const BUILD = 'tests/support/setup/build.ts'

/** Begins with the tests of processes, which wait the longest: at the end, little is left to wait for. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ project }: TestSpecification) => project.name === 'worker'
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))]
  }
}

/**
 * The tests in five projects, by what they need. `npm test` runs all of them in
 * one run; `npm run test:unit` runs the first alone. The browser tests have a
 * configuration of their own, in tests/e2e.
 */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for most of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/support/setup/fail-on-console-error.ts'],
    projects: [
      // Nothing but Node: no database, no build, no process of ours.
      defineTestProject('unit', {
        testTimeout: 30_000,
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
        isolate: true,
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
      // The files keep nothing for each other, so that they may share a process.
      isolate: false,
      // After the unit tests, which answer first.
      sequence: { groupOrder: 1 },
      ...options,
    },
  }
}
