import { buildIfStale } from '../../../scripts/build.ts'

/** Builds the app before a test run that starts the web process. */
export default async function setup() {
  await buildIfStale()
}
