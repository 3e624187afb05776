import { z } from 'zod'
import { listedChatResponse, postChatBody, updateChatBody } from '#core/chat/chat-schema.ts'
import {
  documentResponse,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { importChatsBody, importChatsResponse } from '#core/import/import-schema.ts'
import { searchResponse } from '#core/search/search-schema.ts'
import { resolveSuggestionBody, suggestionResponse } from '#core/suggestions/suggestion-schema.ts'
import { uploadResultSchema } from '#core/uploads/upload-result.ts'
import {
  apiTokenSchema,
  createdApiTokenSchema,
  credentialsSchema,
  newApiTokenSchema,
  registrationSchema,
  sessionSchema,
  userSchema,
} from '#core/users/user-schema.ts'
import { castVoteBody, voteResponse } from '#core/votes/vote-schema.ts'
import {
  chatPageResponse,
  chatResponse,
  exportedChatResponse,
  messageResponse,
  notReadyResponse,
  problemResponse,
  readyResponse,
} from './response-schemas.ts'

/** The schemas that the document gives a name to: those of request bodies and of answers. */
const NAMED: Record<string, z.ZodType> = {
  ChatRequest: postChatBody,
  ChatChanges: updateChatBody,
  Chat: chatResponse,
  ListedChat: listedChatResponse,
  ChatPage: chatPageResponse,
  ChatExport: exportedChatResponse,
  Message: messageResponse,
  SearchResults: searchResponse,
  ChatImport: importChatsBody,
  ChatImportResults: importChatsResponse,
  NewDocumentVersion: saveDocumentBody,
  DocumentRevert: revertDocumentBody,
  Document: documentResponse,
  NewVote: castVoteBody,
  Vote: voteResponse,
  SuggestionChanges: resolveSuggestionBody,
  Suggestion: suggestionResponse,
  UploadResult: uploadResultSchema,
  Registration: registrationSchema,
  Credentials: credentialsSchema,
  User: userSchema,
  Session: sessionSchema,
  NewApiToken: newApiTokenSchema,
  ApiToken: apiTokenSchema,
  CreatedApiToken: createdApiTokenSchema,
  Ready: readyResponse,
  NotReady: notReadyResponse,
  Problem: problemResponse,
}

/** A JSON schema (2020-12), which is what OpenAPI 3.1 takes. */
export type JsonSchema = { [keyword: string]: unknown }

const REF = '#/components/schemas/'

/** Makes `components.schemas`; a named schema within another becomes a reference. */
export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => REF + id, override })
  return Object.fromEntries(
    Object.entries(schemas as Record<string, JsonSchema>).map(([id, schema]) => {
      const { $schema: _, $id: __, ...kept } = schema
      return [id, kept]
    }),
  )
}

/** Makes the JSON schema of a Zod schema; a named one, also in a list, becomes a reference. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const name = Object.keys(NAMED).find((id) => NAMED[id] === schema)
  if (name) return { $ref: REF + name }
  if (schema instanceof z.ZodArray) {
    return { type: 'array', items: schemaOf(schema.element as z.ZodType) }
  }
  const { $schema: _, ...kept } = z.toJSONSchema(schema, { io: 'input', override })
  return kept
}

/** Leaves out the regular expression of a format, which is long; the format's name says the same. */
function override({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }) {
  if (['uuid', 'date-time', 'email'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
}
