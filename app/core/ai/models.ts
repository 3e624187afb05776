import { type ImageModel, type LanguageModel, wrapImageModel, wrapLanguageModel } from 'ai'
import type { Env } from '../env.server.ts'
import type { CallTimeLimits } from './call-time-limits.ts'
import type { ChatModelId } from './chat-models.ts'
import { createDemoModels } from './demo/demo-models.ts'
import { imageModelMiddleware, languageModelMiddleware } from './model-middleware.ts'
import { createProvider } from './providers.ts'

/**
 * The models below retry by themselves, within their time limits (see
 * `retryCall`). Pass this as `maxRetries` to each call of the SDK, which would
 * retry each of those attempts otherwise.
 */
export const MAX_SDK_RETRIES = 0

export type ChatModel = {
  model: LanguageModel
  /** False for the reasoning model (docs/interface.md, "Tools"). */
  toolsEnabled: boolean
  /** The provider's name of the model; stored with each reply. */
  name: string
}

export type Models = {
  /** True when no provider is configured and the built-in demo model answers. */
  isDemo: boolean
  chat(id: ChatModelId): ChatModel
  title: LanguageModel
  /** Writes documents and suggestions. */
  artifact: LanguageModel
  image: ImageModel
}

/**
 * Builds the models that the environment names, without making a connection.
 *
 * @param limits time limits of a call, for tests; see `CALL_TIME_LIMITS`
 */
export function createModels(env: Env, limits?: CallTimeLimits): Models {
  // The SDK would print its warnings to the console instead of our log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return createDemoModels()

  const provider = createProvider(env)
  const middleware = languageModelMiddleware({ limits })
  const languageModel = (...options: Parameters<typeof provider.languageModel>) =>
    wrapLanguageModel({ model: provider.languageModel(...options), middleware })

  const chatModels: Record<ChatModelId, ChatModel> = {
    'chat-model-small': {
      model: languageModel(env.CHAT_MODEL_SMALL, 'low-effort'),
      toolsEnabled: true,
      name: env.CHAT_MODEL_SMALL,
    },
    'chat-model-large': {
      model: languageModel(env.CHAT_MODEL_LARGE),
      toolsEnabled: true,
      name: env.CHAT_MODEL_LARGE,
    },
    'chat-model-reasoning': {
      model: languageModel(env.CHAT_MODEL_REASONING, 'streamed'),
      toolsEnabled: false,
      name: env.CHAT_MODEL_REASONING,
    },
  }
  return {
    isDemo: false,
    chat: (id) => chatModels[id],
    title: wrapLanguageModel({
      model: provider.languageModel(env.TITLE_MODEL, 'low-effort'),
      // The job that writes a title is tried again as a whole.
      middleware: languageModelMiddleware({ limits, maxRetries: 0 }),
    }),
    artifact: languageModel(env.ARTIFACT_MODEL),
    image: wrapImageModel({
      model: provider.imageModel(env.IMAGE_MODEL),
      middleware: imageModelMiddleware({ limits }),
    }),
  }
}
