/*
 * The frame in which a page runs the program of a document. Its origin is opaque and
 * its policy allows no network (docs/decisions/0032-running-code.md). It starts one
 * worker, which inherits both, and hands it the port to the page.
 */

addEventListener('message', function onStart({ source, data, ports: [port] }) {
  if (source !== parent || data?.type !== 'start' || !port) return
  removeEventListener('message', onStart)
  const runner = new URL(
    data.language === 'python' ? './python.js' : './javascript.js',
    import.meta.url,
  )
  const worker = startWorker(runner.href)
  worker.addEventListener('message', ({ data: state }) => {
    if (state === 'booted') worker.postMessage({ pythonFolder: data.pythonFolder }, [port])
    if (state === 'failed') port.postMessage({ type: 'failed' })
  })
})

/**
 * Starts a worker on a module of ours. In an opaque origin a worker can only be made
 * of a blob, and not as a module; but a classic one may import a module.
 */
function startWorker(moduleUrl) {
  const boot = `import(${JSON.stringify(moduleUrl)}).then(() => postMessage('booted'), () => postMessage('failed'))`
  return new Worker(URL.createObjectURL(new Blob([boot], { type: 'text/javascript' })))
}

parent.postMessage({ type: 'ready' }, '*')
