import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '../provider-types.ts'

type UserMessage = Extract<LanguageModelV4Prompt[number], { role: 'user' }>
type ToolMessage = Extract<LanguageModelV4Prompt[number], { role: 'tool' }>
type UserPart = UserMessage['content'][number]
export type FilePart = Extract<UserPart, { type: 'file' }>
export type ToolResult = Extract<ToolMessage['content'][number], { type: 'tool-result' }>

/** The text of the last user message, trimmed. */
export function lastUserText(prompt: LanguageModelV4Prompt): string {
  return (lastUserMessage(prompt)?.content ?? [])
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim()
}

/** The images in the last user message. */
export function lastUserImages(prompt: LanguageModelV4Prompt): FilePart[] {
  return (lastUserMessage(prompt)?.content ?? []).filter(
    (part): part is FilePart => part.type === 'file' && part.mediaType.startsWith('image'),
  )
}

function lastUserMessage(prompt: LanguageModelV4Prompt): UserMessage | undefined {
  return prompt.findLast((message): message is UserMessage => message.role === 'user')
}

/** The instructions given to the model. */
export function systemText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => (message.role === 'system' ? message.content : ''))
    .join('\n')
    .trim()
}

/** The tool result that the prompt ends with: the one that the model has to answer. */
export function lastToolResult(prompt: LanguageModelV4Prompt): ToolResult | undefined {
  const last = prompt.at(-1)
  if (last?.role !== 'tool') return undefined
  return last.content.findLast((part): part is ToolResult => part.type === 'tool-result')
}

/** The JSON of a tool's result, or undefined when the tool failed. */
export function resultObject(result: ToolResult): Record<string, unknown> | undefined {
  const { output } = result
  if (output.type !== 'json') return undefined
  const { value } = output
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return value as Record<string, unknown>
}

/** The document that the last result of a document tool names. */
export function lastDocument(
  prompt: LanguageModelV4Prompt,
): { id: string; title: string } | undefined {
  for (const message of prompt.toReversed()) {
    if (message.role !== 'tool' && message.role !== 'assistant') continue
    for (const part of message.content.toReversed()) {
      if (part.type !== 'tool-result') continue
      const { id, title } = resultObject(part) ?? {}
      if (typeof id === 'string' && typeof title === 'string') return { id, title }
    }
  }
  return undefined
}

/** The document between `<document>` and `</document>`, wherever the prompt holds it. */
export function documentInPrompt(prompt: LanguageModelV4Prompt): string | undefined {
  return textInTag(prompt, 'document')
}

/** What a prompt encloses in a tag, or in that tag with a number where the text holds the tag itself. */
export function textInTag(prompt: LanguageModelV4Prompt, name: string): string | undefined {
  const text = `${systemText(prompt)}\n${lastUserText(prompt)}`
  const opening = new RegExp(`(?:^|\\n)<(${name}(?:-\\d+)?)>\\n`).exec(text)
  if (!opening) return undefined
  const start = opening.index + opening[0].length
  const end = text.indexOf(`\n</${opening[1]}>`, start - 1)
  return end < 0 ? undefined : text.slice(start, Math.max(start, end))
}

/** Tells whether the caller offers a tool of this name. */
export function offersTool(options: LanguageModelV4CallOptions, toolName: string): boolean {
  if (options.toolChoice?.type === 'none') return false
  return options.tools?.some((tool) => tool.name === toolName) ?? false
}

/** All text of the prompt, for counting its tokens. */
export function promptText(prompt: LanguageModelV4Prompt): string {
  return prompt
    .map((message) => {
      if (message.role === 'system') return message.content
      return message.content
        .map((part) => {
          if (part.type === 'text' || part.type === 'reasoning') return part.text
          if (part.type === 'tool-call') return JSON.stringify(part.input)
          if (part.type === 'tool-result') return JSON.stringify(part.output)
          return ''
        })
        .join(' ')
    })
    .join('\n')
}
