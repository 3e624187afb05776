import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import type { OpenApiDocument, OpenApiResponse } from '#http/openapi/types.ts'

export type DescribedApi = {
  document: OpenApiDocument
  /** Fails the test unless the response is one that the description has for this endpoint. */
  check(method: string, path: string, response: Response): Promise<void>
  /** What makes a value invalid for a schema of the description; empty when it is valid. */
  faults(pointer: string[], value: unknown): string[]
}

/** Compares responses with the description of the interface. */
export function describedApi(document: OpenApiDocument): DescribedApi {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(closed({ ...document, $id: 'doc' }) as AnySchema)

  function faults(pointer: string[], value: unknown): string[] {
    const path = pointer.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
    const validate = ajv.compile({ $ref: `doc#/${path.map(encodeURIComponent).join('/')}` })
    validate(value)
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }

  return {
    document,
    faults,
    async check(method, path, response) {
      const at = `${method} ${path} → ${response.status}`
      const operation = document.paths[path]?.[method.toLowerCase()]
      const described = operation?.responses[response.status]
      expect(described, `${at} is described`).toBeDefined()
      const name = (described as { $ref?: string }).$ref?.split('/').at(-1)
      const found = name
        ? document.components.responses[name]
        : (described as Exclude<OpenApiResponse, { $ref: string }>)
      const content = found && 'content' in found ? (found.content ?? {}) : {}
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      if (Object.keys(content).length === 0) return
      expect(Object.keys(content), at).toContain(type)
      if (!/\bjson$/.test(type) || !content[type]?.schema) return
      const pointer = name
        ? ['components', 'responses', name]
        : ['paths', path, method.toLowerCase(), 'responses', String(response.status)]
      const value = await response.clone().json()
      expect(faults([...pointer, 'content', type, 'schema'], value), at).toEqual([])
    },
  }
}

/** Forbids undescribed fields, so that a field missing in the description fails a test. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, held]) => [key, closed(held)]))
  const isObject = copy.type === 'object' && 'properties' in copy
  return isObject && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy
}
