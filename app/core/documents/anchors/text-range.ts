/** A part of a content: offsets in UTF-16 code units, the end exclusive. */
export type TextRange = { start: number; end: number }
