import type { ChatModelId } from '../chat-models.ts'
import type { ChatModel, Models } from '../models.ts'
import { planArtifact } from './artifact-plan.ts'
import { planChat, planReasoningChat } from './chat-plan.ts'
import { createDemoImageModel } from './demo-image-model.ts'
import { createDemoLanguageModel } from './demo-language-model.ts'
import { lastUserText } from './read-prompt.ts'
import { shortTitle } from './short-title.ts'

const CHAT_WORDS_PER_SECOND = 45
const ARTIFACT_WORDS_PER_SECOND = 90

/** The models of a service without a provider: they say that they are a demo, and need no network. */
export function createDemoModels(): Models {
  const chat = (modelId: string, toolsEnabled: boolean): ChatModel => ({
    model: createDemoLanguageModel({
      modelId,
      plan: toolsEnabled ? planChat : planReasoningChat,
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
      plan: ({ prompt }) => ({ text: shortTitle(lastUserText(prompt)) }),
      wordsPerSecond: Number.POSITIVE_INFINITY,
    }),
    artifact: createDemoLanguageModel({
      modelId: 'demo-artifact',
      plan: planArtifact,
      wordsPerSecond: ARTIFACT_WORDS_PER_SECOND,
    }),
    image: createDemoImageModel(),
  }
}
