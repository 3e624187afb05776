import {
  deleteDocumentQuery,
  documentQuery,
  documentResponse,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { exportDocumentPath, exportDocumentQuery } from '#core/documents/export-document.ts'
import { documentsQuery, documentsResponse } from '#core/library/library-schema.ts'
import { documentExample, documentSummaryExample } from '../examples.ts'
import { json, operations, text } from '../operation.ts'

const { title, content, kind, createdAt } = documentExample

export const documentOperations = operations([
  {
    method: 'get',
    path: '/api/document',
    id: 'listDocumentVersions',
    tag: 'Documents',
    summary: 'Read every version of a document',
    description: 'Each element is one saved version, whole; the last one is the newest.',
    query: documentQuery,
    answers: {
      200: json('The versions, oldest first.', documentResponse.array(), [documentExample]),
    },
    errors: { 400: '', 404: '' },
    curl: `curl "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH"`,
  },
  {
    method: 'post',
    path: '/api/document',
    id: 'saveDocumentVersion',
    tag: 'Documents',
    summary: 'Save a new version',
    description:
      'Earlier versions are kept. An unused id starts a document. The content of an `image` is base64 PNG, that of a `sheet` CSV.\n\nWithout `baseCreatedAt`, a save is a save, whatever was saved since. With it, edits that do not touch are merged, so that the `content` of the answer may differ from what was sent.',
    query: documentQuery,
    body: { schema: saveDocumentBody, example: { title, content, kind } },
    answers: { 200: json('The new version.', documentResponse, documentExample) },
    errors: {
      404: 'There is no document with this id, and `baseCreatedAt` names a version of it.',
      409: 'With `baseCreatedAt`: the same was changed since, or that version is gone. Nothing was saved; `current` is the newest version.',
    },
    curl: `curl "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH" \\
  --json '{"title": "Rain", "content": "It rains and rains.", "kind": "text"}'`,
  },
  {
    method: 'patch',
    path: '/api/document',
    id: 'revertDocument',
    tag: 'Documents',
    summary: 'Go back to an earlier version',
    description:
      'Deletes the versions created strictly after `timestamp`, with their suggestions; irreversible. Send the `createdAt` of the version to go back to. A time before the first version deletes them all.',
    query: documentQuery,
    body: { schema: revertDocumentBody, example: { timestamp: createdAt } },
    answers: { 200: text('Deleted') },
    errors: { 404: '' },
    curl: `curl -X PATCH "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH" \\
  --json '{"timestamp": "'"$FIRST_VERSION"'"}'`,
  },
  {
    method: 'delete',
    path: '/api/document',
    id: 'deleteDocument',
    tag: 'Documents',
    summary: 'Delete a document',
    description:
      'Deletes the document with all its versions and suggestions; its id is unused again. For a day its owner can bring it back on the page `/documents`; until then it counts towards the storage. With `timestamp`, only the versions created strictly after it are deleted, irreversibly, as by PATCH.',
    query: deleteDocumentQuery,
    answers: {
      200: json(
        'With `timestamp`: the versions that were deleted, oldest first. Their `content` is null.',
        documentResponse.array(),
        [{ ...documentExample, content: null }],
      ),
      204: { description: 'The document is deleted.' },
    },
    errors: { 400: '', 404: '' },
    curl: `curl -X DELETE "$BASE/api/document?id=$DOCUMENT_ID&timestamp=$FIRST_VERSION" -H "$AUTH"`,
  },
  {
    method: 'get',
    path: '/api/documents',
    id: 'listDocuments',
    tag: 'Documents',
    summary: 'List and search your documents',
    description:
      'Last changed first. `ending_before` is the id of a document and gives those that changed before it did (the next page). `q` looks for words in titles and in the newest version; it is read as that of the history is. Of an image, the title alone is searched.',
    query: documentsQuery,
    answers: {
      200: json('A page of documents.', documentsResponse, {
        documents: [documentSummaryExample],
        hasMore: false,
      }),
    },
    errors: { 400: '', 404: 'The cursor is not one of your documents.' },
    curl: `curl "$BASE/api/documents?limit=10&kind=text" -H "$AUTH"`,
  },
  {
    method: 'get',
    path: '/api/document/{id}/export',
    id: 'exportDocument',
    tag: 'Documents',
    summary: 'Save a document as a file of its kind',
    description:
      'Text as `.md`, a sheet as `.csv`, an image as `.png`, code with the extension of its language where that can be told, else `.txt`. Without `version`, the newest version.',
    params: exportDocumentPath,
    query: exportDocumentQuery,
    answers: {
      200: {
        description: 'The file.',
        headers: { 'Content-Disposition': 'The name of the file, made of the title.' },
        content: [
          { type: 'text/markdown', example: content },
          { type: 'text/plain' },
          { type: 'text/csv' },
          { type: 'image/png' },
        ],
      },
    },
    errors: { 400: '', 404: 'No document with this id, or no version of this time.' },
    curl: `curl -OJ "$BASE/api/document/$DOCUMENT_ID/export" -H "$AUTH"`,
  },
])
