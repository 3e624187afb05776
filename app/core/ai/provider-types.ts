import type { ImageModel, wrapLanguageModel } from 'ai'

// What a provider of models implements. The types have the names that
// `@ai-sdk/provider` gives them; that package is a dependency of `ai`, not of
// ours, so they are taken from the types of `ai`.

export type LanguageModelV4 = ReturnType<typeof wrapLanguageModel>
export type LanguageModelV4CallOptions = Parameters<LanguageModelV4['doStream']>[0]
export type LanguageModelV4Prompt = LanguageModelV4CallOptions['prompt']
export type LanguageModelV4GenerateResult = Awaited<ReturnType<LanguageModelV4['doGenerate']>>
export type LanguageModelV4Usage = LanguageModelV4GenerateResult['usage']

type Stream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream']
export type LanguageModelV4StreamPart = Stream extends ReadableStream<infer Part> ? Part : never

export type ImageModelV4 = Extract<ImageModel, { specificationVersion: 'v4' }>
