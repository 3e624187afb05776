import { MOST_LINES } from './many-lines.ts'
import { alignSequences, createBudget } from './merge/align-sequences.ts'

/**
 * Gives a text the line ends of the text that it was made of. A browser sends the
 * text of a form with CRLF throughout, and a model writes LF, whatever there was
 * before: a line that was not changed keeps its line end, a new one gets the end
 * that most lines of the original have. Beyond {@link MOST_LINES}, all do.
 */
export function withLineEndsOf(original: string, text: string): string {
  if (original === text) return text
  if (!original.includes('\r')) return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const counts = countLineEnds(original)
  const usual = mostFrequent(counts)
  const isUniform = Object.values(counts).filter((count) => count > 0).length === 1
  if (isUniform || sumOf(counts) + sumOf(countLineEnds(text)) > MOST_LINES) {
    return text.replace(/\r\n?|\n/g, usual)
  }
  const after = linesOf(text)
  const kept = endsOfKeptLines(linesOf(original), after)
  let result = ''
  for (const [index, { line, end }] of after.entries()) {
    let lineEnd = end === '' ? '' : (kept[index] ?? usual)
    // After a carriage return it would be the second half of one line end.
    if (line === '' && lineEnd === '\n' && result.endsWith('\r')) lineEnd = '\r\n'
    result += line + lineEnd
  }
  return result
}

type LineEnd = '\n' | '\r' | '\r\n'
type Line = { line: string; end: string }

/** A line and its line end, which is empty at most after the last one. */
const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/g

function linesOf(text: string): Line[] {
  return Array.from(text.matchAll(LINE), ([, line = '', end = '']) => ({ line, end }))
}

function countLineEnds(text: string): Record<LineEnd, number> {
  const counts = { '\n': 0, '\r': 0, '\r\n': 0 }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10) counts['\n'] += 1
    if (code !== 13) continue
    if (text.charCodeAt(at + 1) === 10) {
      counts['\r\n'] += 1
      at += 1
    } else {
      counts['\r'] += 1
    }
  }
  return counts
}

function sumOf(counts: Record<LineEnd, number>): number {
  return counts['\n'] + counts['\r'] + counts['\r\n']
}

function mostFrequent(counts: Record<LineEnd, number>): LineEnd {
  const { '\n': lf, '\r': cr, '\r\n': crlf } = counts
  if (crlf > lf && crlf >= cr) return '\r\n'
  return cr > lf ? '\r' : '\n'
}

/** What the lines that both have end with in the original, by their index in the text. */
function endsOfKeptLines(before: Line[], after: Line[]): (string | undefined)[] {
  const ends: (string | undefined)[] = []
  const [old, now] = [before.map(({ line }) => line), after.map(({ line }) => line)]
  let [at, otherAt] = [0, 0]
  const keep = (until: number) => {
    for (; at < until; at += 1, otherAt += 1) ends[otherAt] = before[at]?.end || undefined
  }
  for (const hunk of alignSequences(old, now, createBudget())) {
    keep(hunk.start)
    at = hunk.end
    otherAt = hunk.otherEnd
  }
  keep(before.length)
  return ends
}
