/** The data of the page /docs/api, which its loader makes from the OpenAPI document. */

export type ReferenceField = {
  /** Includes the path to it, e.g. `messages[].role`. */
  name: string
  type: string
  required: boolean
  description: string | null
}

export type ReferenceOperation = {
  id: string
  method: string
  path: string
  summary: string
  description: string | null
  access: string | null
  parameters: ReferenceField[]
  body: { type: string; fields: ReferenceField[]; schema: string | null } | null
  responses: ReferenceResponse[]
  /** The body of the first answer that has an example. */
  example: { language: string; code: string } | null
  curl: string | null
}

export type ReferenceResponse = {
  status: string
  description: string
  /** Media types, e.g. `text/plain · text/event-stream`. */
  types: string | null
  /** The named schema of the body, and whether the body is a list of it. */
  record: { name: string; isList: boolean } | null
}

export type ReferenceTag = { name: string; description: string; operations: ReferenceOperation[] }

export type GuideSection = { id: string; title: string; markdown: string }
