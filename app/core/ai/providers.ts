import { createOpenAI, type OpenAILanguageModelResponsesOptions } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import type { Env } from '../env.server.ts'
import { fetchMergingEvents } from './merge-events.ts'
import type { ImageModelSpec, LanguageModelSpec } from './model-spec.ts'

type Thinking = 'none' | 'brief' | 'shown'

/** Where the models come from: OpenAI, or a server that speaks its protocol. */
export type Provider = {
  /**
   * @param name - the provider's name of the model
   * @param thinking - how a model that can reason does so: as the provider likes,
   *   briefly, or with its reasoning streamed for people to read
   */
  language(name: string, thinking?: Thinking): LanguageModelSpec
  image(name: string): ImageModelSpec
}

/** Chooses the provider of an environment in which a key or a base URL is set. */
export function createProvider(env: Env): Provider {
  const baseURL = env.OPENAI_BASE_URL
  const isOpenAi = !baseURL || new URL(baseURL).hostname === 'api.openai.com'
  const api = env.OPENAI_API ?? (isOpenAi ? 'responses' : 'chat')
  if (baseURL && !isOpenAi && api === 'chat') return compatibleChat(baseURL, env.OPENAI_API_KEY)
  return openAi({ baseURL, apiKey: env.OPENAI_API_KEY, api, isOpenAi })
}

type OpenAiOptions = {
  baseURL: string | undefined
  apiKey: string | undefined
  api: 'responses' | 'chat'
  isOpenAi: boolean
}

function openAi({ baseURL, apiKey, api, isOpenAi }: OpenAiOptions): Provider {
  // A local server needs no key, but the SDK insists on one.
  const openai = createOpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    fetch: fetchMergingEvents,
  })
  return {
    language(name, thinking = 'none') {
      const model = api === 'responses' ? openai.responses(name) : openai.chat(name)
      return withOpenAiOptions(model, thinkingOptions(thinking, api, isOpenAi))
    },
    image: (name) => openai.image(name),
  }
}

function thinkingOptions(
  thinking: Thinking,
  api: 'responses' | 'chat',
  isOpenAi: boolean,
): OpenAILanguageModelResponsesOptions {
  if (thinking === 'none') return {}
  if (thinking === 'brief') return { reasoningEffort: 'low' }
  if (api === 'chat') return { reasoningEffort: 'medium' }
  return {
    reasoningEffort: 'medium',
    reasoningSummary: 'auto',
    // The SDK knows which of OpenAI's models reason, but not which of others'.
    ...(isOpenAi ? {} : { forceReasoning: true }),
  }
}

/** Puts the options into the model, so that a caller need not know who provides it. */
function withOpenAiOptions(
  model: LanguageModelSpec,
  options: OpenAILanguageModelResponsesOptions,
): LanguageModelSpec {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: async ({ params }) => ({
        ...params,
        providerOptions: {
          ...params.providerOptions,
          // `store: false`: conversations are kept here and nowhere else.
          openai: { store: false, ...options, ...params.providerOptions?.openai },
        },
      }),
    },
  })
}

function compatibleChat(baseURL: string, apiKey: string | undefined): Provider {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL,
    apiKey,
    fetch: fetchMergingEvents,
    includeUsage: true,
    supportsStructuredOutputs: true,
    // Without this the SDK would download an image's URL on this server; we
    // fetch nothing of a foreign host (docs/decisions/0010-images-are-served-by-us.md).
    supportedUrls: () => ({ 'image/*': [/^https:\/\//] }),
  })
  return {
    language(name, thinking) {
      const model = provider.chatModel(name)
      if (thinking !== 'shown') return model
      // Some servers send reasoning as a field of its own (the provider reads
      // it), others leave it in the text between these tags.
      return wrapLanguageModel({
        model,
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      })
    },
    image: (name) => provider.imageModel(name),
  }
}
