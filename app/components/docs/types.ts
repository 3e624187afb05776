/** What /docs/api shows; made of the interface's description by the page's loader. */

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
  responses: { status: string; description: string; body: string | null }[]
  example: { language: string; code: string } | null
  curl: string | null
}

export type TagDoc = { name: string; description: string; operations: OperationDoc[] }
export type SchemaDoc = { name: string; fields: Field[] }
export type GuideDoc = { id: string; title: string; markdown: string }
