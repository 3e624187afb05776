import type { z } from 'zod'
import { errorsOf, headersOf, PROBLEM_MEDIA } from './error-responses.ts'
import { type JsonSchema, schemaOf } from './named-schemas.ts'
import type { Answer, Operation } from './operation.ts'
import type { OpenApiOperation, OpenApiParameter, OpenApiResponse } from './types.ts'

/** Describes one endpoint in OpenAPI. */
export function describeOperation(operation: Operation): OpenApiOperation {
  const { id, tag, summary, description, body, curl } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...securityOf(operation),
    parameters: [
      ...parameters('path', operation.params),
      ...parameters('query', operation.query),
      ...Object.entries(operation.headers ?? {}).map(([name, text]) => ({
        name,
        in: 'header',
        required: false,
        description: text,
        schema: { type: 'string' },
      })),
    ],
    ...(body && {
      requestBody: {
        required: body.required ?? true,
        content: {
          [body.type ?? 'application/json']: {
            schema: schemaOf(body.schema),
            ...(body.example !== undefined && { example: body.example }),
            ...(body.encoding && { encoding: body.encoding }),
          },
        },
      },
    }),
    responses: { ...answersOf(operation), ...errorsOf(operation) },
    ...(curl && { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source: curl }] }),
  }
}

function securityOf({ access }: Operation): Pick<OpenApiOperation, 'security'> {
  if (access === 'public') return { security: [] }
  if (access === 'browser-session') return { security: [{ cookie: [] }, { secureCookie: [] }] }
  if (access === 'loopback-or-token') return { security: [{ metricsToken: [] }, {}] }
  return {}
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): OpenApiParameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: property,
  }))
}

function answersOf({ answers }: Operation): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, respond(answer)]),
  )
}

function respond({ description, content, headers }: Answer): OpenApiResponse {
  return {
    description,
    ...(headers && { headers: headersOf(headers) }),
    ...(content && {
      content: Object.fromEntries(
        content.map(({ type = 'application/json', schema, example }) => [
          type,
          type === 'application/problem+json'
            ? PROBLEM_MEDIA
            : {
                ...schemaOfBody(type, schema),
                ...(example !== undefined && { example }),
              },
        ]),
      ),
    }),
  }
}

/** The schema of a body: what the answer names, else by the media type. */
function schemaOfBody(type: string, schema: z.ZodType | undefined): { schema?: JsonSchema } {
  if (schema) return { schema: schemaOf(schema) }
  if (type.startsWith('text/')) return { schema: { type: 'string' } }
  return type.startsWith('image/') ? { schema: { type: 'string', format: 'binary' } } : {}
}
