/* Values as text, as a console shows them: bounded in depth and length. */

const DEPTH = 4
const ITEMS = 100
const CHARACTERS = 20_000
/** Values within a value that are looked at. More would hardly fit into the characters. */
const VALUES = 10_000

let valuesLeft = 0

/** The arguments of a console's method as a line of text; `%s` and the like are filled in. */
export function formatLine(values) {
  const [first, ...rest] = values
  if (typeof first !== 'string' || !/%[sdifjoOc]/.test(first)) return values.map(show).join(' ')
  const line = first.replace(/%([sdifjoOc%])/g, (found, kind) => {
    if (kind === '%') return '%'
    if (rest.length === 0) return found
    const value = rest.shift()
    if (kind === 'c') return ''
    if (kind === 'd' || kind === 'f') return String(Number(value))
    if (kind === 'i') return String(Number.parseInt(value, 10))
    return show(value)
  })
  return [line, ...rest.map(show)].join(' ')
}

/** A value as text; a string as it is. */
export function show(value) {
  return typeof value === 'string' ? value : inspect(value)
}

/** A value as text; a string with quotation marks. */
export function inspect(value) {
  valuesLeft = VALUES
  try {
    return describe(value, DEPTH, []).slice(0, CHARACTERS)
  } catch (error) {
    return `[a value that cannot be shown: ${error?.message}]`
  }
}

function describe(value, depth, around) {
  if (valuesLeft === 0) return '…'
  valuesLeft -= 1
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `[Function ${value.name || '(anonymous)'}]`
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return errorText(value)
  if (value instanceof Date || value instanceof RegExp) return String(value)
  if (around.includes(value)) return '[Circular]'
  const inner = (item) => describe(item, depth - 1, [...around, value])
  const name = nameOf(value)
  if (value instanceof Map) {
    const entries = firstOf(value).map(([key, item]) => `${inner(key)} => ${inner(item)}`)
    return depth < 0 ? '[Map]' : `Map(${value.size}) ${braces(entries, value.size)}`
  }
  if (value instanceof Set) {
    return depth < 0
      ? '[Set]'
      : `Set(${value.size}) ${braces(firstOf(value).map(inner), value.size)}`
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    if (depth < 0) return `[${name}]`
    const prefix = Array.isArray(value) ? '' : `${name}(${value.length}) `
    return prefix + braces(firstOf(value).map(inner), value.length, '[', ']')
  }
  if (depth < 0) return `[${name}]`
  const keys = Object.keys(value)
  const members = keys
    .slice(0, ITEMS)
    .map((key) => `${/^[\w$]+$/.test(key) ? key : quote(key)}: ${inner(value[key])}`)
  return `${name === 'Object' ? '' : `${name} `}${braces(members, keys.length)}`
}

function firstOf(iterable) {
  const first = []
  for (const item of iterable) {
    if (first.push(item) >= ITEMS) break
  }
  return first
}

function braces(parts, total, open = '{', close = '}') {
  if (total > parts.length) parts.push(`… ${total - parts.length} more`)
  if (parts.length === 0) return open + close
  const line = parts.join(', ')
  const space = open === '{' ? ' ' : ''
  if (line.length <= 72 && !line.includes('\n')) return `${open}${space}${line}${space}${close}`
  return `${open}\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`
}

function nameOf(value) {
  return Object.getPrototypeOf(value)?.constructor?.name || 'Object'
}

function quote(text) {
  return text.includes("'")
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`
}

/** An error as its name and message; where it came from is shown apart. */
export function errorText(error) {
  return `${error.name || 'Error'}${error.message ? `: ${error.message}` : ''}`
}
