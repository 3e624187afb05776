import type { CallOptions } from '../model-spec.ts'
import { afterTool } from './after-tool.ts'
import * as answers from './answers.ts'
import { cityIn } from './cities.ts'
import type { DemoTurn } from './demo-turn.ts'
import {
  freshToolResult,
  lastDocument,
  lastUserImages,
  lastUserText,
  offers,
} from './read-prompt.ts'
import { shortTitle } from './short-title.ts'

type Cue = { pattern: RegExp; answer: (message: string, options: CallOptions) => DemoTurn }

/** The first that matches decides. */
const TOOL_CUES: (Cue & { tool: string })[] = [
  {
    tool: 'getWeather',
    pattern: /\b(weather|forecast|temperature)\b/i,
    answer(message) {
      const { name, latitude, longitude } = cityIn(message)
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
        input: { id, description: answers.clip(message, 400) },
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

/** What the demo chat model does with a conversation. */
export function planChat(options: CallOptions): DemoTurn {
  const result = freshToolResult(options.prompt)
  if (result) return afterTool(result)

  const images = lastUserImages(options.prompt)
  if (images.length > 0) return { text: answers.describeImages(images) }

  const message = lastUserText(options.prompt)
  const cue =
    TOOL_CUES.find(({ tool, pattern }) => offers(options, tool) && pattern.test(message)) ??
    TEXT_CUES.find(({ pattern }) => pattern.test(message))
  if (cue) return cue.answer(message, options)
  return { text: answers.fallback(message, (options.tools?.length ?? 0) > 0) }
}

/** The same, with its thinking shown first. */
export function planReasoningChat(options: CallOptions): DemoTurn {
  return { reasoning: answers.thinking(lastUserText(options.prompt)), ...planChat(options) }
}

function create(kind: 'text' | 'code' | 'sheet' | 'image') {
  return (message: string): DemoTurn => ({
    text: 'Let me put that into a document.\n\n',
    toolCall: { toolName: 'createDocument', input: { title: documentTitle(message), kind } },
  })
}

function withDocument(
  options: CallOptions,
  call: (documentId: string) => NonNullable<DemoTurn['toolCall']>,
): DemoTurn {
  const document = lastDocument(options.prompt)
  if (!document) return { text: answers.NO_DOCUMENT }
  return { text: `I take up “${document.title}”.\n\n`, toolCall: call(document.id) }
}

function documentTitle(message: string): string {
  const topic = /\b(?:about|of|on|for)\s+(.+)/is.exec(message)?.[1]
  return shortTitle(topic ?? message)
}
