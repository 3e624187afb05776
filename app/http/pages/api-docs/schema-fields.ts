import type { ReferenceField } from '../../../api-reference.ts'
import type { JsonSchema } from '../../openapi/named-schemas.ts'

type Properties = Record<string, JsonSchema>

/** Lists the fields of an object's schema, including those of nested objects. */
export function fieldsOf(schema: JsonSchema, prefix = ''): ReferenceField[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Properties).flatMap(([key, property]) => {
    const name = prefix + key
    const field = {
      name,
      type: typeOf(property),
      required: required.includes(key),
      description: typeof property.description === 'string' ? property.description : null,
    }
    return [field, ...fieldsWithin(property, name)]
  })
}

function fieldsWithin(schema: JsonSchema, name: string): ReferenceField[] {
  const alternatives = (schema.anyOf ?? []) as JsonSchema[]
  if (alternatives.length > 0) return alternatives.flatMap((one) => fieldsWithin(one, name))
  if (schema.items) return fieldsWithin(schema.items as JsonSchema, `${name}[]`)
  return fieldsOf(schema, `${name}.`)
}

/** Describes the values that a schema accepts in a few words. */
export function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? 'object'
  if (schema.enum) return (schema.enum as unknown[]).map((one) => JSON.stringify(one)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set((schema.anyOf as JsonSchema[]).map(typeOf))].join(' or ')
  if (schema.type === 'array') return `array of ${typeOf((schema.items ?? {}) as JsonSchema)}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
  return [type, ...limitsOf(schema)].join(', ')
}

function limitsOf(schema: JsonSchema): string[] {
  const { format, minLength, maxLength, minimum, maximum } = schema
  return [
    ...(format ? [String(format)] : []),
    ...span(minLength, maxLength, ' characters'),
    ...(Number(maximum) < Number.MAX_SAFE_INTEGER ? span(minimum, maximum, '') : []),
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
  ]
}

function span(from: unknown, to: unknown, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`${from}–${to}${unit}`]
  if (to !== undefined) return [`at most ${to}${unit}`]
  return from === undefined ? [] : [`at least ${from}${unit}`]
}
