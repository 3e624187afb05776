/** 1234.5, .5, 1e6 */
const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
/** 1,234,567.8 and 1 234 567.8 */
const GROUPED = /^[-+]?\d{1,3}(?:([, \u00A0\u202F'’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
/** 1.234.567,8 and 1 234,8 */
const GROUPED_BEFORE_COMMA = /^[-+]?\d{1,3}(?:[. \u00A0\u202F]\d{3})*,\d+$/
/** 1234,8 */
const DECIMAL_COMMA = /^[-+]?\d+,\d+$/
/** The longest text that is looked at as a number. */
const LONGEST = 40

/**
 * The number that a cell holds, written in one of the usual ways: with a decimal
 * point or comma, with groups of thousands, a currency sign or a per cent sign (which
 * is left out: `12 %` is 12). A comma before three last digits separates thousands.
 *
 * @returns null where the cell holds anything else, such as a date or a formula
 */
export function readNumber(cell: string): number | null {
  if (cell.length > LONGEST) return null
  const text = cell
    .trim()
    .replace(/^([-+]?)\s*[$€£¥]\s*|\s*[%€$£¥]$/g, '$1')
    .replace('\u2212', '-')
  if (PLAIN.test(text)) return finite(text)
  if (GROUPED.test(text)) return finite(text.replace(/[, \u00A0\u202F'’]/g, ''))
  if (GROUPED_BEFORE_COMMA.test(text) || DECIMAL_COMMA.test(text)) {
    return finite(text.replace(/[. \u00A0\u202F]/g, '').replace(',', '.'))
  }
  return null
}

function finite(text: string): number | null {
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
