import type { ChatModelId } from '../chat-models.ts'
import type { ChatModel, Models } from '../models.ts'
import { respondToChat, respondWithReasoning } from './chat-response.ts'
import { createDemoImageModel } from './demo-image-model.ts'
import { createDemoLanguageModel } from './demo-language-model.ts'
import { respondWithDocument } from './document-response.ts'
import { lastUserText } from './read-prompt.ts'
import { shortTitle } from './shorten.ts'

const CHAT_WORDS_PER_SECOND = 45
const ARTIFACT_WORDS_PER_SECOND = 90

/** The models of a service without a provider: they need no network, and say that they are a demo. */
export function createDemoModels(): Models {
  const chat = (modelId: string, toolsEnabled: boolean): ChatModel => ({
    model: createDemoLanguageModel({
      modelId,
      respond: toolsEnabled ? respondToChat : respondWithReasoning,
      wordsPerSecond: CHAT_WORDS_PER_SECOND,
    }),
    toolsEnabled,
    name: modelId,
  })
  const chatModels: Record<ChatModelId, ChatModel> = {
    'chat-model-small': chat('demo-small', true),
    'chat-model-large': chat('demo-large', true),
    'chat-model-reasoning': chat('demo-reasoning', false),
  }
  return {
    isDemo: true,
    chat: (id) => chatModels[id],
    title: createDemoLanguageModel({
      modelId: 'demo-title',
      respond: ({ prompt }) => ({ text: shortTitle(lastUserText(prompt)) }),
      wordsPerSecond: Number.POSITIVE_INFINITY,
    }),
    artifact: createDemoLanguageModel({
      modelId: 'demo-artifact',
      respond: respondWithDocument,
      wordsPerSecond: ARTIFACT_WORDS_PER_SECOND,
    }),
    image: createDemoImageModel(),
  }
}
