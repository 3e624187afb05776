import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { PYODIDE_FILES, PYODIDE_VERSION } from '../app/pyodide-package.ts'
import { projectRoot } from './project-root.ts'

/** Level 11 takes a minute for the largest file and saves a tenth; this one takes five seconds. */
const BROTLI_QUALITY = 9
/** A compressed file is kept where it saves at least a tenth; the standard library is a zip already. */
const LEAST_GAIN = 0.9

const packageFolder = join(projectRoot, 'node_modules/pyodide')
/** Outside `build/`, which every build empties. */
const cache = join(projectRoot, 'node_modules/.cache/pyodide')

/**
 * Compresses the files of Python for the browser, unless that version has been
 * compressed before: it takes seconds, and the files of a version never change.
 */
export async function compressPyodide(): Promise<void> {
  const folder = join(cache, PYODIDE_VERSION)
  if (existsSync(folder)) return
  // Renamed when it is whole, so that a build which is broken off leaves no half of it.
  const unfinished = `${folder}.unfinished`
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  await Promise.all(Object.keys(PYODIDE_FILES).map((file) => compress(file, unfinished)))
  renameSync(unfinished, folder)
}

/** Copies what {@link compressPyodide} has made to `pyodide/<version>/` of the build. */
export function copyPyodide(outputFolder: string): void {
  const versionFolder = join('pyodide', PYODIDE_VERSION)
  cpSync(join(cache, PYODIDE_VERSION), join(outputFolder, versionFolder), { recursive: true })
}

async function compress(file: string, folder: string): Promise<void> {
  const bytes = await readFile(join(packageFolder, file))
  const target = join(folder, file)
  const [gz, br] = await Promise.all([
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    writeFile(target, bytes),
  ])
  if (gz.length < bytes.length * LEAST_GAIN) await writeFile(`${target}.gz`, gz)
  if (br.length < bytes.length * LEAST_GAIN) await writeFile(`${target}.br`, br)
}
