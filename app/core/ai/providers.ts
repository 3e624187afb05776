import { createOpenAI, type OpenAILanguageModelResponsesOptions } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import type { Env } from '../env.server.ts'
import { createProviderFetch } from './provider-fetch.ts'
import type { ImageModelV4, LanguageModelV4 } from './provider-types.ts'

/**
 * How a model that can reason does so: as its provider decides, with little
 * effort, or with the reasoning streamed for people to read.
 */
type Reasoning = 'provider-default' | 'low-effort' | 'streamed'

/** Where the models come from: OpenAI, or a server that speaks its protocol. */
export type Provider = {
  /** @param name the provider's name of the model */
  languageModel(name: string, reasoning?: Reasoning): LanguageModelV4
  /** @param name the provider's name of the model */
  imageModel(name: string): ImageModelV4
}

/**
 * Whether the URL of an image on another host may be passed to the provider,
 * which then fetches it: by `FOREIGN_IMAGE_URLS`, else to OpenAI only. A
 * server at another base URL may stand in a private network, where a name that
 * leads to a private address would open what strangers must not reach
 * (docs/decisions/0010-images-are-served-by-us.md).
 */
export function passesForeignImageUrls(
  env: Pick<Env, 'FOREIGN_IMAGE_URLS' | 'OPENAI_BASE_URL'>,
): boolean {
  if (env.FOREIGN_IMAGE_URLS) return env.FOREIGN_IMAGE_URLS === 'on'
  return isOpenAiItself(env.OPENAI_BASE_URL)
}

/** Whether calls go to OpenAI, and not to another server that speaks its protocol. */
function isOpenAiItself(baseURL: string | undefined): boolean {
  return !baseURL || new URL(baseURL).hostname === 'api.openai.com'
}

/** Chooses the provider of an environment in which a key or a base URL is set. */
export function createProvider(env: Env): Provider {
  const baseURL = env.OPENAI_BASE_URL
  const isOpenAi = isOpenAiItself(baseURL)
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
    fetch: createProviderFetch(),
  })
  return {
    languageModel(name, reasoning = 'provider-default') {
      const model = api === 'responses' ? openai.responses(name) : openai.chat(name)
      return withOpenAiOptions(model, reasoningOptions(reasoning, api, isOpenAi))
    },
    imageModel: (name) => openai.image(name),
  }
}

function reasoningOptions(
  reasoning: Reasoning,
  api: 'responses' | 'chat',
  isOpenAi: boolean,
): OpenAILanguageModelResponsesOptions {
  if (reasoning === 'provider-default') return {}
  if (reasoning === 'low-effort') return { reasoningEffort: 'low' }
  if (api === 'chat') return { reasoningEffort: 'medium' }
  return {
    reasoningEffort: 'medium',
    reasoningSummary: 'auto',
    // The SDK knows by name which models of OpenAI reason, but not which of others' do.
    ...(isOpenAi ? {} : { forceReasoning: true }),
  }
}

/** Builds OpenAI's options into the model, so that its caller need not know the provider. */
function withOpenAiOptions(
  model: LanguageModelV4,
  options: OpenAILanguageModelResponsesOptions,
): LanguageModelV4 {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: async ({ params }) => ({
        ...params,
        providerOptions: {
          ...params.providerOptions,
          // `store: false` asks OpenAI not to keep the conversation.
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
    fetch: createProviderFetch(),
    includeUsage: true,
    supportsStructuredOutputs: true,
    // Without this the SDK would download an image's URL on this server; we
    // fetch nothing of a foreign host (docs/decisions/0010-images-are-served-by-us.md).
    supportedUrls: () => ({ 'image/*': [/^https:\/\//] }),
  })
  return {
    languageModel(name, reasoning) {
      const model = provider.chatModel(name)
      if (reasoning !== 'streamed') return model
      // Some servers send reasoning as a field of its own (the provider reads
      // it), others leave it in the text between these tags.
      return wrapLanguageModel({
        model,
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      })
    },
    imageModel: (name) => provider.imageModel(name),
  }
}
