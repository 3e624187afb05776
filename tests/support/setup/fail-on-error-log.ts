import { afterAll, afterEach, expect } from 'vitest'
import { takeUnexpectedErrors } from '../error-logs.ts'

/*
 * A line at level error in the log of a web or worker process fails the test,
 * unless the test has announced it by `expectErrorLogs`. Registered first, the
 * second hook runs after those of the file, which stop the processes.
 */

function failOnErrors() {
  expect(takeUnexpectedErrors(), 'unexpected errors in the log').toEqual([])
}

afterEach(failOnErrors)
afterAll(failOnErrors)
