import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/** Sets the variables of the project's `.env`, if there is such a file. Variables that are already set keep their value. */
export function loadEnvFile(): void {
  const file = join(projectRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
