import { z } from 'zod'
import {
  resolveSuggestionBody,
  suggestionQuery,
  suggestionResponse,
  suggestionsQuery,
} from '#core/suggestions/suggestion-schema.ts'
import { uploadResultSchema } from '#core/uploads/upload-result.ts'
import { castVoteBody, voteResponse, votesQuery } from '#core/votes/vote-schema.ts'
import { CHAT_ID, REPLY_ID, suggestionExample, uploadExample, voteExample } from '../examples.ts'
import { json, operations, text } from '../operation.ts'

/** A multipart body is read as a stream, so no schema validates it; this one describes it. */
const uploadBody = z.object({
  file: z
    .string()
    .meta({ format: 'binary' })
    .describe('The image: JPEG or PNG, at most 5 MB (5,242,880 bytes) and 50 megapixels.'),
})

export const voteOperations = operations([
  {
    method: 'get',
    path: '/api/vote',
    id: 'listVotes',
    tag: 'Votes',
    summary: 'Read the votes of a chat',
    description: 'One for each reply that was voted on.',
    query: votesQuery,
    answers: {
      200: json('The votes; none for an unknown chat.', voteResponse.array(), [voteExample]),
    },
    errors: { 400: '' },
    curl: `curl "$BASE/api/vote?chatId=$CHAT_ID" -H "$AUTH"`,
  },
  {
    method: 'patch',
    path: '/api/vote',
    id: 'castVote',
    tag: 'Votes',
    summary: 'Vote on a reply, or change the vote',
    description: 'A reply has one vote; a second call changes it. There is no way to take it back.',
    body: {
      schema: castVoteBody,
      example: { chatId: CHAT_ID, messageId: REPLY_ID, type: 'up' },
    },
    answers: { 200: text('Message voted') },
    errors: { 404: 'No such chat, or no such message in it.' },
    curl: `curl -X PATCH "$BASE/api/vote" -H "$AUTH" \\
  --json '{"chatId": "'"$CHAT_ID"'", "messageId": "'"$MESSAGE_ID"'", "type": "up"}'`,
  },
])

export const suggestionOperations = operations([
  {
    method: 'get',
    path: '/api/suggestions',
    id: 'listSuggestions',
    tag: 'Suggestions',
    summary: 'Read the suggestions for a document',
    description: '`originalText` occurs to the letter in the version `documentCreatedAt`.',
    query: suggestionsQuery,
    answers: {
      200: json('The suggestions; `[]` when there are none.', suggestionResponse.array(), [
        suggestionExample,
      ]),
    },
    errors: { 400: '`documentId` is not a UUID.', 404: '`documentId` is missing.' },
    curl: `curl "$BASE/api/suggestions?documentId=$DOCUMENT_ID" -H "$AUTH"`,
  },
  {
    method: 'patch',
    path: '/api/suggestions',
    id: 'resolveSuggestion',
    tag: 'Suggestions',
    summary: 'Mark a suggestion as accepted or dismissed',
    description:
      'This does not change the document. When you accept a suggestion, save the new version yourself.',
    query: suggestionQuery,
    body: { schema: resolveSuggestionBody, example: { isResolved: true } },
    answers: {
      200: json('The suggestion as it is now.', suggestionResponse, {
        ...suggestionExample,
        isResolved: true,
      }),
    },
    errors: { 404: '' },
    curl: `curl -X PATCH "$BASE/api/suggestions?id=$SUGGESTION_ID" -H "$AUTH" --json '{"isResolved": true}'`,
  },
])

export const fileOperations = operations([
  {
    method: 'post',
    path: '/api/files/upload',
    id: 'uploadImage',
    tag: 'Files',
    summary: 'Upload an image',
    description:
      'The type is what the bytes say; a declared type or an extension that says otherwise is refused. The image is turned upright, and EXIF and GPS data are removed, before it is stored. Use its `url` as an image part of a message.',
    body: {
      type: 'multipart/form-data',
      schema: uploadBody,
      encoding: { file: { contentType: 'image/jpeg, image/png' } },
    },
    answers: { 200: json('The stored image.', uploadResultSchema, uploadExample) },
    errors: {
      400: 'No file, an empty body, a file over 5 MB, or one that is no JPEG or PNG.',
      500: 'The image could not be stored; nothing was kept.',
    },
    curl: `curl "$BASE/api/files/upload" -H "$AUTH" -F file=@photo.jpg`,
  },
  {
    method: 'get',
    path: '/uploads/{name}',
    id: 'getUpload',
    tag: 'Files',
    summary: 'Read an uploaded image',
    description: 'The name cannot be guessed; anyone who has it can read the image.',
    access: 'public',
    params: z.object({ name: z.string().describe('The last segment of the `url`.') }),
    answers: {
      200: { description: 'The image.', content: [{ type: 'image/jpeg' }, { type: 'image/png' }] },
      304: { description: 'Not changed since the `ETag` in `If-None-Match`.' },
    },
    errors: { 404: 'There is no image at this address.' },
    curl: 'curl -O "$IMAGE_URL"',
  },
])
