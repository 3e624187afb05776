/** What a program tells while it runs. All of it comes from the program: it is text to show, never trusted. */
export type RunMessage =
  | { type: 'ready' | 'failed' | 'started' | 'cut' | 'done' }
  /** Bytes of Python that have been loaded. */
  | { type: 'progress'; loaded: number }
  | { type: 'output'; pieces: OutputPiece[] }
  /** What the program has come to, as text. */
  | { type: 'value'; text: string }
  | ProgramError

/** Lines count from 1; `trace` goes from where it happened to where that was called. */
export type ProgramError = {
  type: 'error'
  message: string
  line: number | undefined
  trace: number[]
}

export type OutputPiece =
  | { type: 'text'; stream: 'out' | 'warn' | 'error'; text: string }
  | ({ type: 'table' } & TableData)
  | ({ type: 'plot' } & PlotData)

/** A table; without names of columns where its rows are lists. `total` rows there are, some of which are not shown. */
export type TableData = { columns: string[] | null; rows: string[][]; total: number }

export type PlotData = {
  title: string
  kind: 'line' | 'bar' | 'points'
  /** Null: the places of the values, from 0. */
  x: (number | string)[] | null
  /** Null stands for a value that is no number. */
  series: { name: string; y: (number | null)[] }[]
}

const MAX_TEXT = 250_000
const MAX_CELL = 200
const MAX_ROWS = 200
const MAX_COLUMNS = 30
const MAX_POINTS = 5_001
const MAX_SERIES = 10

type Fields = Record<string, unknown>

/** Reads a message of a program, cut to what a page shows; undefined when it is none. */
export function readRunMessage(data: unknown): RunMessage | undefined {
  if (!isFields(data)) return undefined
  switch (data.type) {
    case 'ready':
    case 'failed':
    case 'started':
    case 'cut':
    case 'done':
      return { type: data.type }
    case 'progress':
      return { type: 'progress', loaded: Number(data.loaded) || 0 }
    case 'value':
      return { type: 'value', text: text(data.text, MAX_TEXT) }
    case 'error':
      return {
        type: 'error',
        message: text(data.message, 20_000),
        line: lineOf(data.line),
        trace: list(data.trace, 20).flatMap((line) => lineOf(line) ?? []),
      }
    case 'output':
      return { type: 'output', pieces: list(data.pieces, 6_000).flatMap(readPiece) }
    default:
      return undefined
  }
}

function readPiece(piece: unknown): OutputPiece[] {
  if (!isFields(piece)) return []
  if (isFields(piece.table)) return [{ type: 'table', ...readTable(piece.table) }]
  if (isFields(piece.plot)) return [{ type: 'plot', ...readPlot(piece.plot) }]
  const stream = piece.stream === 'warn' || piece.stream === 'error' ? piece.stream : 'out'
  return [{ type: 'text', stream, text: text(piece.text, MAX_TEXT) }]
}

function readTable({ columns, rows, total }: Fields): TableData {
  const shown = list(rows, MAX_ROWS).map((row) =>
    list(row, MAX_COLUMNS).map((cell) => text(cell, MAX_CELL)),
  )
  return {
    columns: Array.isArray(columns)
      ? list(columns, MAX_COLUMNS).map((name) => text(name, MAX_CELL))
      : null,
    rows: shown,
    total: Math.max(shown.length, Number(total) || 0),
  }
}

function readPlot({ title, kind, x, series }: Fields): PlotData {
  return {
    title: text(title, MAX_CELL),
    kind: kind === 'bar' || kind === 'points' ? kind : 'line',
    x: Array.isArray(x)
      ? list(x, MAX_POINTS).map((value) =>
          typeof value === 'number' && Number.isFinite(value) ? value : text(value, MAX_CELL),
        )
      : null,
    series: list(series, MAX_SERIES)
      .filter(isFields)
      .map(({ name, y }) => ({
        name: text(name, MAX_CELL),
        y: list(y, MAX_POINTS).map((value) =>
          typeof value === 'number' && Number.isFinite(value) ? value : null,
        ),
      })),
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function list(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

function text(value: unknown, most: number): string {
  const isShown = ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
  return isShown ? String(value).slice(0, most) : ''
}

function lineOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined
}
