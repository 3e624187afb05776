import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** Reads `.env` in the project's folder, if there is one; variables that are set already stay. */
export function loadEnvFile(): void {
  const file = join(projectRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
