import { defineConfig } from 'vitest/config'

/** The browser tests: `npm run test:e2e`. They need a Chromium (`CHROMIUM_PATH`) and a Firefox (`FIREFOX_PATH`). */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/support/setup/postgres.ts', 'tests/support/setup/build.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // A page waits for half of its time: for a reply, a hint, a frame.
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
  },
})
