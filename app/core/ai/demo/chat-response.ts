import type { LanguageModelV4CallOptions } from '../provider-types.ts'
import * as answers from './answers.ts'
import { cityNamedIn } from './cities.ts'
import type { DemoResponse } from './demo-language-model.ts'
import {
  lastDocument,
  lastToolResult,
  lastUserImages,
  lastUserText,
  offersTool,
} from './read-prompt.ts'
import { shortTitle, truncate } from './shorten.ts'
import { respondToToolResult } from './tool-result-response.ts'

type Cue = {
  pattern: RegExp
  answer: (message: string, options: LanguageModelV4CallOptions) => DemoResponse
}

/** The first cue that matches decides. */
const TOOL_CUES: (Cue & { tool: string })[] = [
  {
    tool: 'getWeather',
    pattern: /\b(weather|forecast|temperature)\b/i,
    answer(message) {
      const { name, latitude, longitude } = cityNamedIn(message)
      return {
        text: `Let me look up the weather in ${name}.\n\n`,
        toolCall: { toolName: 'getWeather', input: { latitude, longitude } },
      }
    },
  },
  {
    tool: 'requestSuggestions',
    pattern: /\b(suggest(ions?)?|improve(ments?)?|review|proofread)\b/i,
    answer: (_message, options) =>
      withDocument(options, (documentId) => ({
        toolName: 'requestSuggestions',
        input: { documentId },
      })),
  },
  {
    tool: 'updateDocument',
    pattern: /\b(change|update|rewrite|revise|edit|shorten|make it)\b/i,
    answer: (message, options) =>
      withDocument(options, (id) => ({
        toolName: 'updateDocument',
        input: { id, description: truncate(message, 400) },
      })),
  },
  { tool: 'createDocument', pattern: /\b(spreadsheet|csv|sheet)\b/i, answer: create('sheet') },
  { tool: 'createDocument', pattern: /\b(image|draw|picture|paint)\b/i, answer: create('image') },
  {
    tool: 'createDocument',
    pattern: /\b(python|script|code file|program)\b/i,
    answer: create('code'),
  },
  {
    tool: 'createDocument',
    pattern: /\b(poem|essay|story|letter|e-?mail|report|article|document)\b/i,
    answer: create('text'),
  },
]

const TEXT_CUES: Cue[] = [
  { pattern: /\b(code|function|snippet)\b/i, answer: () => ({ text: answers.CODE }) },
  { pattern: /\btable\b/i, answer: () => ({ text: answers.TABLE }) },
  { pattern: /\blist\b/i, answer: () => ({ text: answers.LIST }) },
  {
    pattern: /\bhelp\b|what can you do|who are you/i,
    answer: () => ({ text: answers.HELP }),
  },
  {
    pattern: /^\W*(hi|hello|hey|good (morning|day|evening)|greetings)\b/i,
    answer: () => ({ text: answers.GREETING }),
  },
]

/** The response of the demo's chat models to a conversation. */
export function respondToChat(options: LanguageModelV4CallOptions): DemoResponse {
  const result = lastToolResult(options.prompt)
  if (result) return respondToToolResult(result)

  const images = lastUserImages(options.prompt)
  if (images.length > 0) return { text: answers.describeImages(images) }

  const message = lastUserText(options.prompt)
  const cue =
    TOOL_CUES.find(({ tool, pattern }) => offersTool(options, tool) && pattern.test(message)) ??
    TEXT_CUES.find(({ pattern }) => pattern.test(message))
  if (cue) return cue.answer(message, options)
  return { text: answers.fallback(message, (options.tools?.length ?? 0) > 0) }
}

/** The response of the demo's reasoning model: the same, after some reasoning. */
export function respondWithReasoning(options: LanguageModelV4CallOptions): DemoResponse {
  return { reasoning: answers.thinking(lastUserText(options.prompt)), ...respondToChat(options) }
}

function create(kind: 'text' | 'code' | 'sheet' | 'image') {
  return (message: string): DemoResponse => ({
    text: 'Let me put that into a document.\n\n',
    toolCall: { toolName: 'createDocument', input: { title: documentTitle(message), kind } },
  })
}

function withDocument(
  options: LanguageModelV4CallOptions,
  call: (documentId: string) => NonNullable<DemoResponse['toolCall']>,
): DemoResponse {
  const document = lastDocument(options.prompt)
  if (!document) return { text: answers.NO_DOCUMENT }
  return { text: `I take up “${document.title}”.\n\n`, toolCall: call(document.id) }
}

function documentTitle(message: string): string {
  const topic = /\b(?:about|of|on|for)\s+(.+)/is.exec(message)?.[1]
  return shortTitle(topic ?? message)
}
