import { type ImageModel, type LanguageModel, wrapImageModel, wrapLanguageModel } from 'ai'
import type { Env } from '../env.server.ts'
import type { CallLimits } from './call-watchdog.ts'
import type { ChatModelId } from './chat-models.ts'
import { createDemoModels } from './demo/demo-models.ts'
import { createProvider } from './providers.ts'
import { steadyCalls, steadyImages } from './steady-calls.ts'

/**
 * How often a call is tried again when it fails before its first part (429,
 * 408, 409, 5xx, no connection): after 2 s, then 4 s, or what `Retry-After`
 * asks for up to a minute. Pass it as `maxRetries` to each call of the SDK.
 */
export const MAX_RETRIES = 2

export type ChatModel = {
  model: LanguageModel
  /** Contract §4: the reasoning model has no tools. */
  toolsEnabled: boolean
  /** The provider's name of the model; stored with each reply. */
  name: string
}

export type Models = {
  /** True when no provider is set and the built-in demo answers. */
  isDemo: boolean
  chat(id: ChatModelId): ChatModel
  title: LanguageModel
  /** Writes documents and suggestions. */
  artifact: LanguageModel
  image: ImageModel
}

/**
 * Builds the models that the environment asks for. No connection is made.
 *
 * @param limits - time limits of a call, for tests; see `CALL_LIMITS`
 */
export function createModels(env: Env, limits?: CallLimits): Models {
  // The SDK would print its warnings to the console, past our log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return createDemoModels()

  const provider = createProvider(env)
  const middleware = steadyCalls(limits)
  const language = (...options: Parameters<typeof provider.language>) =>
    wrapLanguageModel({ model: provider.language(...options), middleware })

  const chatModels: Record<ChatModelId, ChatModel> = {
    'chat-model-small': {
      model: language(env.CHAT_MODEL_SMALL, 'brief'),
      toolsEnabled: true,
      name: env.CHAT_MODEL_SMALL,
    },
    'chat-model-large': {
      model: language(env.CHAT_MODEL_LARGE),
      toolsEnabled: true,
      name: env.CHAT_MODEL_LARGE,
    },
    'chat-model-reasoning': {
      model: language(env.CHAT_MODEL_REASONING, 'shown'),
      toolsEnabled: false,
      name: env.CHAT_MODEL_REASONING,
    },
  }
  return {
    isDemo: false,
    chat: (id) => chatModels[id],
    title: language(env.TITLE_MODEL, 'brief'),
    artifact: language(env.ARTIFACT_MODEL),
    image: wrapImageModel({
      model: provider.image(env.IMAGE_MODEL),
      middleware: steadyImages(limits),
    }),
  }
}
