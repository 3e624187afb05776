import type { MessageUsage } from '#db/entities/message.ts'

/** The usage of a reply whose provider has counted nothing. */
export const NO_USAGE: MessageUsage = {
  inputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
}

/** Adds the usage of two steps; a count that neither has stays unknown (null). */
export function addUsage(a: MessageUsage, b: MessageUsage): MessageUsage {
  return {
    inputTokens: addCounts(a.inputTokens, b.inputTokens),
    outputTokens: addCounts(a.outputTokens, b.outputTokens),
    reasoningTokens: addCounts(a.reasoningTokens, b.reasoningTokens),
  }
}

function addCounts(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
}
