import type { JsonSchema } from './named-schemas.ts'

/** The fields of OpenAPI 3.1 that our document uses (https://spec.openapis.org/oas/v3.1.1). */

export type OpenApiMedia = {
  schema?: JsonSchema
  example?: unknown
  encoding?: Record<string, { contentType: string }>
}

export type OpenApiResponse =
  | { $ref: string }
  | {
      description: string
      headers?: Record<string, { description: string; schema: JsonSchema }>
      content?: Record<string, OpenApiMedia>
    }

export type OpenApiParameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
}

export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: Record<string, string[]>[]
  parameters: OpenApiParameter[]
  requestBody?: { required: boolean; content: Record<string, OpenApiMedia> }
  responses: Record<string, OpenApiResponse>
  'x-codeSamples'?: { lang: string; label: string; source: string }[]
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    securitySchemes: Record<string, Record<string, string>>
    schemas: Record<string, JsonSchema>
    responses: Record<string, OpenApiResponse>
  }
}
