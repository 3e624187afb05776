import type { ImageModel, LanguageModelMiddleware, wrapImageModel, wrapLanguageModel } from 'ai'

/** The AI SDK's language model interface, in the version that this SDK itself speaks. */
export type LanguageModelSpec = ReturnType<typeof wrapLanguageModel>
export type CallOptions = Parameters<LanguageModelSpec['doStream']>[0]
export type Prompt = CallOptions['prompt']
type StreamResult = Awaited<ReturnType<LanguageModelSpec['doStream']>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
export type GenerateResult = Awaited<ReturnType<LanguageModelSpec['doGenerate']>>
export type Usage = GenerateResult['usage']
export type Middleware = LanguageModelMiddleware

export type ImageModelSpec = Extract<ImageModel, { specificationVersion: 'v4' }>
type MiddlewareOption = Parameters<typeof wrapImageModel>[0]['middleware']
export type ImageMiddleware = Exclude<MiddlewareOption, readonly unknown[]>
