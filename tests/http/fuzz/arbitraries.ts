import fc from 'fast-check'

/** What breaks programs: in texts, as numbers, and where another type is expected. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'half \udfff',
  '😀👩‍👩‍👧‍👦',
  '\u202e\u2028\ufeff',
  "'; drop table chat; --",
  '%00%',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '\\u0000',
  'NaN',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'long '.repeat(4_000),
]
const NASTY_NUMBERS = [0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

const text = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.uuid(),
)

/** Arrays in arrays, or objects in objects. */
function nested(depth: number, asArray: boolean): unknown {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n++) value = asArray ? [value] : { nested: value }
  return value
}

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], [{}]) },
  { weight: 1, arbitrary: fc.constantFrom(...NASTY_NUMBERS) },
  { weight: 2, arbitrary: fc.jsonValue() },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(20, 200, 3_000), fc.boolean()).map((of) => nested(...of)),
  },
  {
    weight: 1,
    arbitrary: fc.constant(JSON.parse('{"__proto__":{"role":"user"},"constructor":1}')),
  },
)

/** A valid value of which one or two values, however deep, are something else or left out. */
export function nearlyValid(valid: unknown): fc.Arbitrary<unknown> {
  const place = fc.constantFrom(...placesIn(valid))
  const oneWrong = fc
    .tuple(place, fc.option(anyValue, { nil: undefined, freq: 8 }))
    .map(([at, value]) => replaced(valid, at, value))
  const twoWrong = fc
    .tuple(place, text, place, anyValue)
    .map(([a, first, b, second]) => replaced(replaced(valid, a, first), b, second))
  return fc.oneof({ weight: 3, arbitrary: oneWrong }, { weight: 1, arbitrary: twoWrong })
}

/** The text of a JSON body: a nearly valid one; anything else; or no JSON. */
export function anyBody(valid: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: nearlyValid(valid).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('{', '\ufeff{}', '['.repeat(50_000), '{"a":'.repeat(20_000), '1e999', '"'),
      ),
    },
  )
}

type Place = string[]

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]))]
}

function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item))
  }
  const record = value as Record<string, unknown>
  return { ...record, [key]: replaced(record[key], rest, by) }
}

/** Text for a request line, percent-encoded correctly or not. */
const urlText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abz09-._~!$&\'()*+,;=:@/?%"<>\\^`{|}[]') }),
  text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 2_000)),
  fc.constantFrom('%', '%0', '%00', '%zz', '%E0%A4%A', '%ed%a0%80', '%2e%2e%2f', '.', '..', '//'),
)

/** A segment of a path. */
export const anySegment = urlText.map((value) => value.replaceAll(/[/?#]/g, '~'))

/** A query string with these names, others, repeated ones and none. */
export function anyQuery(...names: string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom(...names, `${names[0]}[]`, '_data', '_d%61ta', 'index'),
    urlText,
  )
  const pair = fc
    .tuple(name, fc.option(urlText))
    .map(([key, value]) => (value === null ? key : `${key}=${value}`))
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&').replaceAll('#', '~'))
}

/** A header value that Node sends: visible Latin-1. */
const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).filter(isVisible).map(latin1) }),
  fc.constantFrom(
    '',
    ',',
    ';=',
    'session-token=',
    'session-token=a;session-token=b',
    'x'.repeat(2_000),
  ),
)

function isVisible(code: number): boolean {
  return code !== 0x7f
}

function latin1(code: number): string {
  return String.fromCharCode(code)
}

export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'content-encoding',
    'cookie',
    'if-none-match',
    'if-modified-since',
    'origin',
    'range',
    'referer',
    'sec-fetch-site',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-http-method-override',
    'x-request-id',
  ),
  fc.oneof(
    headerText,
    headerText.map((value) => `Bearer ${value}`),
    headerText.map((value) => `session-token=${value}; __Secure-session-token=${value}`),
    fc.constantFrom(
      'null',
      'multipart/form-data; boundary=',
      'application/json; charset=utf-99',
      'text/event-stream',
      'a:99999',
      'bytes=-1',
    ),
  ),
  { maxKeys: 5 },
)

/** Fields of a form: these, often with something wrong in them, and others. */
export function anyForm(valid: Record<string, string>): fc.Arbitrary<string> {
  const names = Object.keys(valid)
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names, '__proto__', 'x'), text, { maxKeys: 3 }),
      fc.subarray(names),
      fc.option(urlText, { freq: 8 }),
    )
    .map(([wrong, missing, broken]) => {
      const fields = { ...valid, ...wrong }
      for (const name of missing) if (!(name in wrong)) delete fields[name]
      const sent = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) sent.set(name, value.toWellFormed())
      return broken === null ? sent.toString() : `${sent}&${broken}`
    })
}

export const anyText = text
