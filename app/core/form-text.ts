import { z } from 'zod'

/** Makes the schema of a form's text, in which browsers end lines with CRLF, out of that of the text. */
export function formText<S extends z.ZodType<string>>(schema: S) {
  return z.preprocess(
    (text) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text),
    schema,
  )
}
