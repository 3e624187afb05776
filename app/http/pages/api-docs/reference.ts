import type { ReferenceField, ReferenceOperation, ReferenceTag } from '../../../api-reference.ts'
import type { JsonSchema } from '../../openapi/named-schemas.ts'
import type {
  OpenApiDocument,
  OpenApiMedia,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from '../../openapi/types.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'

/** The reference of the interface, as the page at /docs/api shows it. */

type Reference = {
  description: string
  version: string
  tags: ReferenceTag[]
  schemas: { name: string; fields: ReferenceField[] }[]
}

/** Makes the reference out of the OpenAPI document. */
export function reference(document: OpenApiDocument): Reference {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return {
    description: document.info.description,
    version: document.info.version,
    tags: document.tags.map((tag) => ({
      ...tag,
      operations: all
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map(({ path, method, operation }) => showOperation(document, path, method, operation)),
    })),
    schemas: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(schema),
    })),
  }
}

function showOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
): ReferenceOperation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve(document, response)] as const,
  )
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? null,
    access: accessOf(operation),
    parameters: operation.parameters.map(showParameter),
    body: showBody(document, operation),
    responses: responses.map(([status, { description, content }]) => ({
      status,
      description,
      types: content ? Object.keys(content).join(' · ') : null,
      record: recordOf(content),
    })),
    example: exampleOf(responses.flatMap(([, { content }]) => Object.entries(content ?? {}))),
    curl: operation['x-codeSamples']?.[0]?.source ?? null,
  }
}

function resolve(document: OpenApiDocument, response: OpenApiResponse) {
  if (!('$ref' in response)) return response
  const found = document.components.responses[response.$ref.split('/').at(-1) ?? '']
  if (!found || '$ref' in found) throw new Error(`Unknown response: ${response.$ref}`)
  return found
}

function accessOf({ security }: OpenApiOperation): string | null {
  if (!security) return null
  if (security.length === 0) return 'Needs no session.'
  return security.some((scheme) => 'metricsToken' in scheme)
    ? null
    : 'Only with the session cookie, not with an API token.'
}

function showParameter({ name, in: where, required, description, schema }: OpenApiParameter) {
  return {
    name,
    type: where === 'query' ? typeOf(schema) : `${typeOf(schema)}, in the ${where}`,
    required,
    description: description ?? null,
  }
}

function showBody(document: OpenApiDocument, { requestBody }: OpenApiOperation) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type || !media?.schema) return null
  const name = nameOf(media.schema)
  const schema = name ? document.components.schemas[name] : media.schema
  return { type, fields: fieldsOf(schema ?? {}), schema: name }
}

function recordOf(content: Record<string, OpenApiMedia> = {}) {
  const schema = Object.values(content).find((media) => media.schema)?.schema ?? {}
  const isList = schema.type === 'array'
  const name = nameOf(isList ? (schema.items as JsonSchema) : schema)
  return name ? { name, isList } : null
}

function exampleOf(media: [string, OpenApiMedia][]): ReferenceOperation['example'] {
  const [type, found] =
    media.find(([kind, { example }]) => example !== undefined && !kind.includes('problem')) ?? []
  if (!type || !found) return null
  return typeof found.example === 'string'
    ? { language: 'text', code: found.example }
    : { language: 'json', code: JSON.stringify(found.example, null, 2) }
}

function nameOf({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? null) : null
}
