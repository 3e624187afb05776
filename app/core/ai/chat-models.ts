/** The values of `selectedChatModel` in POST /api/chat, with what the page says of each. */
export const CHAT_MODELS = [
  {
    id: 'chat-model-small',
    name: 'Small',
    description: 'Quick answers to everyday questions',
  },
  {
    id: 'chat-model-large',
    name: 'Large',
    description: 'The most capable, for complex tasks',
  },
  {
    id: 'chat-model-reasoning',
    name: 'Reasoning',
    description: 'Thinks before it answers; without tools',
  },
] as const

export type ChatModelId = (typeof CHAT_MODELS)[number]['id']

export const DEFAULT_CHAT_MODEL: ChatModelId = 'chat-model-small'

export function isChatModelId(value: unknown): value is ChatModelId {
  return CHAT_MODELS.some((model) => model.id === value)
}
