/**
 * Python for the browser: the npm package `pyodide`, whose files the build copies
 * and the web process serves (docs/decisions/0032-running-code.md).
 */
export const PYODIDE_VERSION = '314.0.7'

/** The files that Python needs to start, with their sizes in bytes, by which a page shows the progress. */
export const PYODIDE_FILES = {
  'pyodide.mjs': 17_931,
  'pyodide.asm.mjs': 1_250_344,
  'pyodide.asm.wasm': 9_598_218,
  'python_stdlib.zip': 2_545_637,
  'pyodide-lock.json': 119_077,
}
