import type { Usage } from '../model-spec.ts'

/** A fair guess at a text's tokens: English runs to about four tokens in three words. */
function countTokens(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.ceil((words * 4) / 3)
}

export function demoUsage(prompt: string, text: string, reasoning: string): Usage {
  const input = countTokens(prompt)
  const textTokens = countTokens(text)
  const reasoningTokens = countTokens(reasoning)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: {
      total: textTokens + reasoningTokens,
      text: textTokens,
      reasoning: reasoningTokens,
    },
  }
}
