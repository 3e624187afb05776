/*
 * Runs a JavaScript program in a worker: its source becomes a module, which is
 * imported, so that nothing needs `eval`. What the worker may do is said by the
 * policy that it has inherited, not by this file.
 */

import { errorText, formatLine, inspect, show } from './inspect.js'
import { createOutput } from './output.js'

/** How long nothing may be waiting for the program to count as ended. */
const IDLE_MS = 60

const timers = { set: setTimeout.bind(self), clear: clearTimeout.bind(self) }

self.addEventListener('message', function onPort({ ports: [port] }) {
  self.removeEventListener('message', onPort)
  port.onmessage = ({ data }) => {
    if (data?.type === 'run') run(data.source, port)
  }
  port.postMessage({ type: 'ready' })
})

async function run(source, port) {
  const output = createOutput(port)
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  let hasEnded = false
  function fail(error) {
    if (hasEnded) return
    hasEnded = true
    output.send({ type: 'error', ...describeError(error, url) })
  }
  self.addEventListener('error', (event) => {
    event.preventDefault()
    fail(event.error ?? { name: 'Error', message: event.message, lineno: event.lineno })
  })
  self.addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    fail(event.reason)
  })
  const waiting = trackTimers()
  provide(output, () => {
    throw new Ended()
  })
  output.send({ type: 'started' })
  try {
    const module = await import(url)
    if (module.default !== undefined && !output.table(module.default)) {
      output.send({ type: 'value', text: show(module.default) })
    }
    while (!hasEnded) {
      await new Promise((resolve) => timers.set(resolve, IDLE_MS))
      if (waiting.size === 0) break
    }
  } catch (error) {
    if (!(error instanceof Ended)) fail(error)
  }
  if (!hasEnded) output.send({ type: 'done' })
  hasEnded = true
}

/** Thrown by `process.exit`. */
class Ended extends Error {}

/** Counts the timers that wait, since a program that waits for one has not ended. */
function trackTimers() {
  const waiting = new Set()
  self.setTimeout = (handler, delay, ...values) => {
    const id = timers.set(() => {
      waiting.delete(id)
      handler(...values)
    }, delay)
    waiting.add(id)
    return id
  }
  const repeat = self.setInterval.bind(self)
  self.setInterval = (handler, delay, ...values) => {
    const id = repeat(handler, delay, ...values)
    waiting.add(id)
    return id
  }
  self.clearTimeout = (id) => {
    waiting.delete(id)
    timers.clear(id)
  }
  self.clearInterval = self.clearTimeout
  self.setImmediate = (handler, ...values) => self.setTimeout(handler, 0, ...values)
  return waiting
}

/** What a program finds besides the language: a console, `plot`, `table`, and a little of what Node has. */
function provide(output, exit) {
  const write =
    (stream) =>
    (...values) =>
      output.write(stream, `${indent}${formatLine(values).replaceAll('\n', `\n${indent}`)}\n`)
  const writeText = (stream) => (text) => {
    output.write(stream, String(text))
    return true
  }
  let indent = ''
  const counts = new Map()
  const clocks = new Map()
  const log = write('out')
  const warn = write('warn')
  const error = write('error')
  self.console = {
    log,
    info: log,
    debug: log,
    dir: (value) => log(value),
    warn,
    error,
    trace: log,
    assert: (condition, ...values) => condition || error('Assertion failed:', ...values),
    table: (value) => output.table(asRows(value)) || log(value),
    group: (...values) => {
      if (values.length > 0) log(...values)
      indent += '  '
    },
    groupCollapsed: (...values) => self.console.group(...values),
    groupEnd: () => {
      indent = indent.slice(2)
    },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1)
      log(`${label}: ${counts.get(label)}`)
    },
    time: (label = 'default') => clocks.set(label, performance.now()),
    timeEnd: (label = 'default') => {
      log(
        `${label}: ${(performance.now() - (clocks.get(label) ?? performance.now())).toFixed(1)} ms`,
      )
    },
    timeLog: (label = 'default', ...values) => {
      log(
        `${label}: ${(performance.now() - (clocks.get(label) ?? performance.now())).toFixed(1)} ms`,
        ...values,
      )
    },
    clear: () => {},
  }
  self.plot = (...values) => output.plot(asPlot(values))
  self.table = (value) => void (output.table(asRows(value)) || log(value))
  self.fetch = async () => {
    throw new TypeError('There is no network here.')
  }
  self.prompt =
    self.alert =
    self.confirm =
      () => {
        throw new Error(
          'A program that runs here cannot ask for input. Put the values into the code.',
        )
      }
  self.require = (name) => {
    throw new Error(
      `The module '${name}' is not available here. The JavaScript language itself is.`,
    )
  }
  // What a script asks for that is also to be used as a module.
  self.module = { exports: {} }
  self.exports = self.module.exports
  self.require.main = self.module
  self.process = {
    argv: ['node', 'main.js'],
    env: {},
    platform: 'browser',
    exit,
    on: () => {},
    nextTick: (handler, ...values) => queueMicrotask(() => handler(...values)),
    stdout: { write: writeText('out') },
    stderr: { write: writeText('error') },
  }
}

/** A table of an object is one of its members. */
function asRows(value) {
  if (Array.isArray(value) && !value.some((row) => row && typeof row === 'object')) {
    return value.map((item, index) => ({ index, value: item }))
  }
  if (Array.isArray(value) || !value || typeof value !== 'object') return value
  return Object.entries(value).map(([index, row]) =>
    row && typeof row === 'object' ? { index, ...row } : { index, value: row },
  )
}

/** `plot(ys)`, `plot(xs, ys)`, `plot({name: ys})`, `plot(xs, {name: ys})`, each with options at the end. */
function asPlot(values) {
  const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value)
  const areSeries = (value) =>
    value && typeof value === 'object' && !isList(value) && Object.values(value).some(isList)
  const data = values.filter((value) => isList(value) || areSeries(value)).slice(0, 2)
  const options = values.find(
    (value) => value && typeof value === 'object' && !data.includes(value),
  )
  const ys = data.at(-1)
  if (!ys) throw new TypeError('plot needs a list of numbers: plot(ys) or plot(xs, ys).')
  const series = isList(ys)
    ? [{ name: options?.label, y: [...ys] }]
    : Object.entries(ys)
        .filter(([, y]) => isList(y))
        .map(([name, y]) => ({ name, y: [...y] }))
  const x = data.length === 2 ? [...data[0]] : null
  return {
    title: options?.title,
    kind: options?.kind,
    x: x?.map((value) => (typeof value === 'number' ? value : String(value))),
    series: series.map(({ name, y }) => ({ name, y: y.map(Number) })),
  }
}

/** What went wrong, and in which line of the program, where the browser tells. */
function describeError(error, url) {
  if (!(error instanceof Error) && !error?.lineno) return { message: `Uncaught ${inspect(error)}` }
  const stack = String(error.stack ?? '')
  const lines = [...stack.matchAll(/(blob:[^\s)]+?):(\d+):(\d+)/g)].filter(
    ([, source]) => source === url,
  )
  const line = error.lineno ?? error.lineNumber ?? error.line ?? lines[0]?.[2]
  return {
    message: errorText(error).replace(/ \(at blob:.*\)$/, ''),
    line: Number(line) || undefined,
    trace: lines.slice(0, 20).map(([, , at]) => Number(at)),
  }
}
