/** What a provider counted of one step; a provider may leave out one or both. */
type StepUsage = { inputTokens?: number | undefined; outputTokens?: number | undefined }

export type TokenMeter = {
  startStep(): void
  /** Counts output of the running step, in characters. Cheap: called for each delta. */
  output(characters: number): void
  /** Counts an image as output. */
  image(): void
  /** Ends a step, with what the provider has counted of it. */
  endStep(usage: StepUsage): void
  /**
   * Ends the call.
   *
   * @param isBrokenOff whether we broke it off: the provider has read the input
   *   of the running step then, and counts nothing
   * @returns tokens of all steps, input and output together
   */
  close(isBrokenOff: boolean): number
}

/** Of English text a token has about four (https://platform.openai.com/tokenizer). */
const CHARACTERS_PER_TOKEN = 4
/** An image costs about 1,000 tokens. */
const IMAGE_CHARACTERS = 1_000 * CHARACTERS_PER_TOKEN

/**
 * Counts the tokens of a call to a model: as the provider counts them, and where
 * it does not (some servers never do, and none does for a step that is broken
 * off) as an estimate from the characters. A call that fails without any output
 * costs nothing.
 *
 * @param input what the model is given; read only when it has to be estimated
 */
export function createTokenMeter(input: unknown): TokenMeter {
  let tokens = 0
  let characters = 0
  let isRunning = true

  function add({ inputTokens, outputTokens }: StepUsage) {
    tokens += inputTokens ?? tokensOf(charactersOf(input))
    tokens += outputTokens ?? tokensOf(characters)
    characters = 0
    isRunning = false
  }

  return {
    startStep() {
      isRunning = true
    },
    output(count) {
      characters += count
    },
    image() {
      characters += IMAGE_CHARACTERS
    },
    endStep(usage) {
      const isCounted = usage.inputTokens !== undefined || usage.outputTokens !== undefined
      if (isCounted || characters > 0) add(usage)
      isRunning = false
    },
    close(isBrokenOff) {
      if (isRunning && (isBrokenOff || characters > 0)) add({})
      return tokens
    },
  }
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

/** The characters of all texts in a prompt; the bytes of an image count as an image. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return IMAGE_CHARACTERS
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + charactersOf(each), 0)
}
