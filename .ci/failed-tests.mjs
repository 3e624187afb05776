// node failed-tests.mjs REPORT files|names: what failed in a vitest run, by its
// JSON report, a line each: the test files, or the tests with their first message.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [, , report, what] = process.argv
const failedFiles = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(
  (file) => file.status === 'failed',
)
for (const file of failedFiles) {
  const path = relative(process.cwd(), file.name)
  if (what === 'files') {
    console.log(path)
    continue
  }
  const failed = file.assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) console.log(`${path}: ${firstLine(file.message)}`)
  for (const test of failed) {
    console.log(`${path} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  }
}

function firstLine(message = '') {
  return message.split('\n', 1)[0].slice(0, 300)
}
