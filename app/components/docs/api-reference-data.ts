/** The data of the page /docs/api, which its loader makes from the OpenAPI document. */

export type Field = { name: string; type: string; required: boolean; description: string | null }

export type OperationDoc = {
  id: string
  method: string
  path: string
  summary: string
  description: string | null
  access: string | null
  parameters: Field[]
  body: { type: string; fields: Field[]; schema: string | null } | null
  responses: ResponseDoc[]
  example: { language: string; code: string } | null
  curl: string | null
}

export type ResponseDoc = {
  status: string
  description: string
  /** Media types, e.g. `text/plain · text/event-stream`. */
  types: string | null
  /** The named schema of the body, and whether the body is a list of it. */
  record: { name: string; isList: boolean } | null
}

export type TagDoc = { name: string; description: string; operations: OperationDoc[] }
export type GuideDoc = { id: string; title: string; markdown: string }
