/*
 * What a program sends to the page: its output, tables and plots. All of it is bounded
 * here, before it is sent, so that a program in an endless loop does not flood the page.
 */

/** Characters and pieces of output that are sent; the rest is dropped, which the page says. */
const MOST_CHARACTERS = 200_000
const MOST_PIECES = 5_000
const MOST_FIGURES = 20
const FLUSH_CHARACTERS = 16_000
/**
 * Output is sent this often, in one message, or at once as long as there is little of it:
 * a program that goes into an endless loop lets no timer run that would send it.
 */
const FLUSH_MS = 50
const MOST_AT_ONCE = 100

const TABLE_ROWS = 200
const TABLE_COLUMNS = 30
const CELL_CHARACTERS = 200
const PLOT_SERIES = 10
const PLOT_POINTS = 5_000

// Taken now: a program may replace them.
const { setTimeout, performance } = globalThis
const now = performance.now.bind(performance)
const { min } = Math

/** Makes the output of a program, which goes through a port to the page. */
export function createOutput(port) {
  const post = port.postMessage.bind(port)
  let pieces = []
  let waiting = 0
  let lastFlush = now()
  let lastAdded = lastFlush
  let isTimerSet = false
  let atOnce = MOST_AT_ONCE
  let characters = 0
  let count = 0
  let figures = 0
  let isCut = false

  function flush() {
    lastFlush = now()
    if (pieces.length > 0) post({ type: 'output', pieces })
    pieces = []
    waiting = 0
  }

  function add(piece, size) {
    count += 1
    pieces.push(piece)
    waiting += size
    const time = now()
    atOnce = min(MOST_AT_ONCE, atOnce + (time - lastAdded) / FLUSH_MS)
    lastAdded = time
    if (waiting > FLUSH_CHARACTERS || atOnce >= 1) {
      atOnce -= 1
      return flush()
    }
    if (isTimerSet) return
    isTimerSet = true
    setTimeout(() => {
      isTimerSet = false
      flush()
    }, FLUSH_MS)
  }

  function cut() {
    if (isCut) return
    isCut = true
    flush()
    post({ type: 'cut' })
  }

  return {
    /** Tells the page something at once, after the output before it. */
    send(message) {
      flush()
      post(message)
    },
    /** @param stream 'out', 'warn' or 'error' */
    write(stream, text) {
      if (text === '' || isCut) return
      const kept = text.slice(0, MOST_CHARACTERS - characters)
      characters += kept.length
      const last = pieces.at(-1)
      if (last?.text !== undefined && last.stream === stream) {
        last.text += kept
        waiting += kept.length
        if (waiting > FLUSH_CHARACTERS || now() - lastFlush > FLUSH_MS) flush()
      } else add({ stream, text: kept }, kept.length)
      if (kept.length < text.length || count >= MOST_PIECES) cut()
    },
    /** @returns whether the value is a table, that is a list of objects or of lists, which is then shown */
    table(value, total = value?.length) {
      const table = asTable(value, total)
      if (!table) return false
      if (figures >= MOST_FIGURES) cut()
      if (isCut) return true
      figures += 1
      add({ table }, 1_000)
      return true
    },
    plot(plot) {
      if (figures >= MOST_FIGURES) cut()
      if (isCut) return
      figures += 1
      add({ plot: bounded(plot) }, 1_000)
    },
    reset() {
      flush()
      characters = 0
      count = 0
      figures = 0
      isCut = false
    },
  }
}

function asTable(value, total) {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const shown = value.slice(0, TABLE_ROWS)
  if (shown.every(Array.isArray)) {
    const width = Math.min(Math.max(...shown.map((row) => row.length)), TABLE_COLUMNS)
    const rows = shown.map((row) => Array.from({ length: width }, (_, at) => asCell(row[at])))
    return { columns: null, rows, total }
  }
  if (!shown.every((row) => row && typeof row === 'object' && !Array.isArray(row))) return undefined
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))].slice(0, TABLE_COLUMNS)
  if (columns.length === 0) return undefined
  const rows = shown.map((row) => columns.map((column) => asCell(row[column])))
  return { columns, rows, total }
}

function asCell(value) {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return value
  let text
  try {
    text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  } catch {
    text = String(value)
  }
  return String(text).slice(0, CELL_CHARACTERS)
}

function bounded({ title, kind, x, series }) {
  const step = Math.max(1, Math.ceil(Math.max(0, ...series.map(({ y }) => y.length)) / PLOT_POINTS))
  const thinned = (values) => (step === 1 ? values : values.filter((_, at) => at % step === 0))
  return {
    title: String(title ?? '').slice(0, CELL_CHARACTERS),
    kind: ['bar', 'points'].includes(kind) ? kind : 'line',
    x:
      x &&
      thinned(x).map((value) =>
        typeof value === 'number' ? value : String(value).slice(0, CELL_CHARACTERS),
      ),
    series: series.slice(0, PLOT_SERIES).map(({ name, y }) => ({
      name: String(name ?? '').slice(0, CELL_CHARACTERS),
      y: thinned(y).map((value) => (Number.isFinite(value) ? value : null)),
    })),
  }
}
