import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findSyntaxError } from '#components/documents/code/run/find-syntax-error.ts'
import { addOutput, NO_OUTPUT } from '#components/documents/code/run/output-items.ts'
import { axisOf, horizontalOf } from '#components/documents/code/run/plot-scale.ts'
import { createProgramRun } from '#components/documents/code/run/program-run.ts'
import { type RunMessage, readRunMessage } from '#components/documents/code/run/run-message.ts'

describe('a message of a program', () => {
  test.each([undefined, null, 1, 'ready', [], {}, { type: 'toString' }, { type: 'ended' }])(
    'that is %j is left out',
    (data) => {
      expect(readRunMessage(data)).toBeUndefined()
    },
  )

  test('is read anew: what is no text or number is left out, and what is too much is cut', () => {
    const endless = Array.from({ length: 10_000 }, () => 'x'.repeat(1_000))
    const read = readRunMessage({
      type: 'output',
      pieces: [
        null,
        { stream: 'out', text: 'a' },
        { stream: 'html', text: { toString: () => '<b>' } },
        { table: { columns: 'names', rows: [endless, 1, ...endless], total: 'many' } },
        { plot: { title: {}, kind: 'pie', x: [1, Number.NaN], series: [{ y: [1, 'a', null] }] } },
      ],
    })
    if (read?.type !== 'output') throw new Error('It is not read.')
    const [first, second, table, plot] = read.pieces
    expect(first).toEqual({ type: 'text', stream: 'out', text: 'a' })
    expect(second).toEqual({ type: 'text', stream: 'out', text: '' })
    if (table?.type !== 'table') throw new Error('There is no table.')
    expect(table).toMatchObject({ columns: null, total: 200 })
    expect(table.rows[0]).toHaveLength(30)
    expect(table.rows[0]?.[0]).toHaveLength(200)
    expect(plot).toEqual({
      type: 'plot',
      title: '',
      kind: 'line',
      x: [1, 'NaN'],
      series: [{ name: '', y: [1, null, null] }],
    })
  })

  test('of an error has the lines that are lines', () => {
    expect(
      readRunMessage({ type: 'error', message: 'no', line: -1, trace: [3, '4', 0, 5.5, 9] }),
    ).toEqual({ type: 'error', message: 'no', line: undefined, trace: [3, 9] })
  })
})

test('a value is shown in little time, however much is in it', async () => {
  const { inspect } = await import(new URL('../../public/run/inspect.js', import.meta.url).href)
  expect(inspect({ a: [1, 'b'], c: null })).toBe("{ a: [1, 'b'], c: null }")
  let many: unknown[] = Array(100).fill(0)
  for (let depth = 0; depth < 5; depth += 1) many = Array(100).fill(many)
  const text = inspect(many)
  expect(text.length).toBeLessThanOrEqual(20_000)
  expect(text.startsWith('[\n  [')).toBe(true)
})

describe('the output of a program', () => {
  const text = (value: string) => ({ type: 'text' as const, stream: 'out' as const, text: value })

  test('is joined where it is of the same kind', () => {
    const { items } = addOutput(NO_OUTPUT, [
      text('a'),
      text('b\n'),
      { ...text('c'), stream: 'error' },
    ])
    expect(items).toEqual([text('ab\n'), { ...text('c'), stream: 'error' }])
  })

  test('is cut where it is too long, but the error is told', () => {
    const long = addOutput(NO_OUTPUT, [text('a'.repeat(400_000))])
    const error = { type: 'error' as const, message: 'no', line: 1, trace: [] }
    const { items, isCut } = addOutput(long, [text('b'.repeat(60_000)), error])
    expect(isCut).toBe(true)
    expect(items).toHaveLength(2)
    expect(items.at(-1)).toBe(error)
  })

  test('is cut where it has too many plots', () => {
    const plot = { type: 'plot' as const, title: '', kind: 'line' as const, x: null, series: [] }
    const few = addOutput(NO_OUTPUT, Array(20).fill(plot))
    expect(few.isCut).toBe(false)
    const many = addOutput(few, Array(1_000).fill(plot))
    expect(many.isCut).toBe(true)
    expect(many.items.length).toBeLessThan(50)
  })
})

describe('an axis', () => {
  test.each([
    [
      [0, 1],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [3, 97],
      [0, 20, 40, 60, 80, 100],
    ],
    [
      [-0.3, 0.3],
      [-0.4, -0.2, 0, 0.2, 0.4],
    ],
    [[5], [2, 3, 4, 5, 6, 7, 8]],
    [[], [0, 1]],
    [
      [1_700_000_000_001, 1_700_000_000_003],
      [1, 1.5, 2, 2.5, 3].map((each) => 1_700_000_000_000 + each),
    ],
    [
      [-5e-324, 5e-324],
      [-5e-324, 5e-324],
    ],
    [
      [-1.7e308, 1.7e308],
      [-1.7e308, 1.7e308],
    ],
  ])('of %j has marks at round numbers around all values', (values, ticks) => {
    expect(axisOf(values).ticks).toEqual(ticks)
  })

  test('of bars has zero', () => {
    expect(axisOf([90, 100], true).from).toBe(0)
  })

  test('across takes numbers as they are, and anything else as names', () => {
    const plot = { title: '', kind: 'line' as const, series: [{ name: '', y: [1, 2] }] }
    expect(horizontalOf({ ...plot, x: [3, 7] })).toEqual({ values: [3, 7], names: null })
    expect(horizontalOf({ ...plot, x: ['a', 7] })).toEqual({ values: [0, 1], names: ['a', '7'] })
    expect(horizontalOf({ ...plot, x: null })).toEqual({ values: [0, 1], names: null })
  })
})

describe('the line of an error in the syntax', () => {
  test.each([
    ['let a = 1\nlet b = = 2', 2],
    ['function f() {\n  return [1, 2\n}\n', 3],
    ['const a = await 1\nexport default a', undefined],
  ])('of %j is %s', async (source, line) => {
    expect(await findSyntaxError(source)).toBe(line)
  })
})

type Explain = NonNullable<Parameters<typeof createProgramRun>[0]['explain']>

describe('the run of a program', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A run in sandboxes that do what the test says. */
  function start(language: 'javascript' | 'python', explain?: Explain) {
    const opened: { programs: string[]; isClosed: boolean; tell(message: RunMessage): void }[] = []
    const run = createProgramRun({
      language,
      ...(explain && { explain }),
      open(_language, tell) {
        const sandbox = { programs: [] as string[], isClosed: false, tell }
        opened.push(sandbox)
        return {
          run: (source) => void sandbox.programs.push(source),
          close() {
            sandbox.isClosed = true
          },
        }
      },
    })
    const latest = () => {
      const sandbox = opened.at(-1)
      if (!sandbox) throw new Error('No sandbox is open.')
      return sandbox
    }
    return { run, opened, latest }
  }

  test('waits until its language is there, which may have been loaded ahead', () => {
    const { run, opened, latest } = start('python')
    run.warm()
    run.run('print(1)')
    expect(latest().programs).toEqual([])
    latest().tell({ type: 'progress', loaded: 5 })
    expect(run.getState()).toMatchObject({ status: 'loading', loaded: 5 })
    latest().tell({ type: 'ready' })
    expect(latest().programs).toEqual(['print(1)'])
    latest().tell({ type: 'started' })
    latest().tell({ type: 'done' })
    run.run('print(2)')
    expect(latest().programs).toEqual(['print(1)', 'print(2)'])
    expect(opened).toHaveLength(1)
  })

  test('of JavaScript has a sandbox of its own each time', () => {
    const { run, opened, latest } = start('javascript')
    for (const source of ['a', 'b']) {
      run.run(source)
      latest().tell({ type: 'ready' })
      latest().tell({ type: 'started' })
      latest().tell({ type: 'done' })
    }
    expect(opened.map(({ programs, isClosed }) => [programs, isClosed])).toEqual([
      [['a'], true],
      [['b'], true],
    ])
  })

  test('ends at the limit, counted from its start', () => {
    const { run, latest } = start('javascript')
    run.run('while (true) {}')
    const sandbox = latest()
    vi.advanceTimersByTime(60_000)
    sandbox.tell({ type: 'ready' })
    sandbox.tell({ type: 'started' })
    vi.advanceTimersByTime(9_999)
    expect(run.getState().status).toBe('running')
    vi.advanceTimersByTime(1)
    expect(run.getState().status).toBe('timed-out')
    expect(sandbox.isClosed).toBe(true)
  })

  test('is stopped at once, and what it still says is not heard', () => {
    const { run, opened } = start('python')
    run.run('while True: pass')
    opened[0]?.tell({ type: 'ready' })
    opened[0]?.tell({ type: 'started' })
    run.stop()
    expect(opened[0]?.isClosed).toBe(true)
    expect(run.getState().status).toBe('stopped')
    opened[0]?.tell({ type: 'value', text: 'late' })
    expect(run.getState().output.items).toEqual([])
    // Another one is made ready.
    expect(opened).toHaveLength(2)
  })

  test('ends once: what a program leaves behind it is not heard, and stops no later program', () => {
    const { run, opened, latest } = start('python')
    const error = { type: 'error' as const, message: 'no', line: undefined, trace: [] }
    run.run('a')
    latest().tell({ type: 'ready' })
    latest().tell({ type: 'started' })
    latest().tell({ type: 'started' })
    latest().tell(error)
    for (const message of [error, { type: 'value' as const, text: 'late' }]) latest().tell(message)
    latest().tell({ type: 'started' })
    expect(run.getState().status).toBe('failed')
    expect(run.getState().output.items).toEqual([error])
    vi.advanceTimersByTime(20_000)
    run.run('b')
    latest().tell({ type: 'started' })
    vi.advanceTimersByTime(20_000)
    expect(run.getState().status).toBe('running')
    expect(opened).toHaveLength(1)
  })

  test('shows an error at once, and its line when that has been found, if it is still shown', async () => {
    const found: (() => void)[] = []
    const { run, latest } = start('javascript', async (error) => {
      await new Promise<void>((resolve) => found.push(resolve))
      return { ...error, line: 7 }
    })
    const error = { type: 'error' as const, message: 'SyntaxError', line: undefined, trace: [] }
    function fail() {
      run.run('a b')
      latest().tell({ type: 'ready' })
      latest().tell({ type: 'started' })
      latest().tell(error)
    }
    fail()
    expect(run.getState().output.items).toEqual([error])
    found[0]?.()
    await vi.waitFor(() => expect(run.getState().output.items).toEqual([{ ...error, line: 7 }]))
    fail()
    run.run('c')
    found[1]?.()
    await vi.advanceTimersByTimeAsync(10)
    expect(run.getState().output.items).toEqual([])
  })

  test('can be called off while its language is loaded', () => {
    const { run, latest } = start('python')
    run.run('print(1)')
    run.stop()
    expect(latest().isClosed).toBe(true)
    expect(run.getState().status).toBe('stopped')
  })

  test('says when its language cannot be loaded, and tries again', () => {
    const { run, opened, latest } = start('python')
    run.run('print(1)')
    latest().tell({ type: 'failed' })
    expect(run.getState().status).toBe('unavailable')
    run.run('print(1)')
    expect(opened).toHaveLength(2)
    // Also where it breaks down between the order to run and the start.
    latest().tell({ type: 'ready' })
    latest().tell({ type: 'failed' })
    expect(run.getState().status).toBe('unavailable')
  })
})
