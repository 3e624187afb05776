/*
 * Runs Python programs in a worker, with the interpreter that the service serves
 * itself. Only the standard library is there: its packages would come from elsewhere.
 */

import { createOutput } from './output.js'
import { PYTHON_PROGRAM } from './python-program.js'

self.addEventListener('message', async function onPort({ data, ports: [port] }) {
  self.removeEventListener('message', onPort)
  try {
    const run = await startPython(data.pythonFolder, port)
    port.onmessage = ({ data: order }) => {
      if (order?.type === 'run') run(order.source)
    }
    port.postMessage({ type: 'ready' })
  } catch {
    port.postMessage({ type: 'failed' })
  }
})

/** Loads the interpreter, and gives the function that runs a program. */
async function startPython(folder, port) {
  const output = createOutput(port)
  const fetchFile = self.fetch
  self.fetch = countBytes(fetchFile, (loaded) => port.postMessage({ type: 'progress', loaded }))
  const { loadPyodide } = await import(new URL('pyodide.mjs', folder).href)
  const pyodide = await loadPyodide({ indexURL: folder })
  self.fetch = fetchFile
  // Not documented. Without it a program that breaks the interpreter would seem to go on.
  pyodide._api.on_fatal = () => {
    output.send({
      type: 'error',
      message: 'The program has ended Python itself. The next run starts it again.',
    })
    port.postMessage({ type: 'failed' })
  }
  pyodide.setStdout({ write: writeTo(output, 'out') })
  pyodide.setStderr({ write: writeTo(output, 'error') })
  const make = pyodide.runPython(PYTHON_PROGRAM, { globals: pyodide.toPy({}) })
  const runProgram = make((kind, text) => receive(output, kind, text))
  return (source) => {
    output.reset()
    output.send({ type: 'started' })
    runProgram(source)
  }
}

function receive(output, kind, text) {
  if (kind === 'plot') output.plot(JSON.parse(text))
  else if (kind === 'table') {
    const { rows, total } = JSON.parse(text)
    output.table(rows, total)
  } else if (kind === 'value') output.send({ type: 'value', text })
  else if (kind === 'error') output.send({ type: 'error', ...JSON.parse(text) })
  else output.send({ type: 'done' })
}

function writeTo(output, stream) {
  const decoder = new TextDecoder()
  return (bytes) => {
    output.write(stream, decoder.decode(bytes, { stream: true }))
    return bytes.length
  }
}

/** A `fetch` that tells how many bytes have come, after decompression, of all that it was asked for. */
function countBytes(fetchFile, onProgress) {
  let loaded = 0
  return async (...request) => {
    const response = await fetchFile(...request)
    const counted = response.body?.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          loaded += chunk.byteLength
          onProgress(loaded)
          controller.enqueue(chunk)
        },
      }),
    )
    const type = response.headers.get('Content-Type') ?? ''
    return new Response(counted, { status: response.status, headers: { 'Content-Type': type } })
  }
}
