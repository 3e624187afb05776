import { z } from 'zod'
import {
  chatIdQuery,
  exportChatQuery,
  historyQuery,
  listedChatResponse,
  MAX_MESSAGES,
  postChatBody,
  updateChatBody,
} from '#core/chat/chat-schema.ts'
import { ERROR_KINDS } from '#db/entities/message.ts'
import {
  CHAT_ID,
  chatExample,
  exportedChatExample,
  listedChatExample,
  MESSAGE_ID,
} from '../examples.ts'
import { json, operations, text } from '../operation.ts'
import { failedReply, STREAM_FORMAT, stream, streamAccept } from '../reply-stream.ts'
import { chatPageResponse, chatResponse, exportedChatResponse } from '../response-schemas.ts'

const params = z.object({ chatId: z.uuid() })
export const chatOperations = operations([
  {
    method: 'post',
    path: '/api/chat',
    id: 'sendMessage',
    tag: 'Chat',
    summary: 'Send a message and stream the reply',
    description: `Send the conversation with your new message last. A new \`id\` starts a chat. A conversation has at most ${MAX_MESSAGES} messages. A message is taken in every form that the AI SDK has used: \`content\` as a string or as parts, \`parts\`, \`experimental_attachments\`. Messages of the role \`system\` are dropped.

The reply is written to its end and stored, also when you disconnect; a new message in the chat stops a reply that nobody reads any more. A retry with the same last message id, while the reply is being written, gets that same reply from its start.

The tools are \`getWeather\`, \`createDocument\`, \`updateDocument\` and \`requestSuggestions\`; \`chat-model-reasoning\` has none.

${STREAM_FORMAT}

The answer begins with the model's first part, or after 20 seconds. From then on it is never silent for more than 15 seconds: an empty line or a comment comes in between. When the reply fails after that, the status is 200 already, and the stream ends with the data part \`error-kind\` and the error part. The kinds are ${ERROR_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
    headers: streamAccept(
      'Without either, it is the UI message stream for a body with `trigger`, else the data stream.',
    ),
    body: {
      schema: postChatBody,
      example: {
        id: CHAT_ID,
        messages: [{ id: MESSAGE_ID, role: 'user', content: 'Will it rain?' }],
        selectedChatModel: 'chat-model-small',
      },
    },
    answers: {
      200: stream,
      500: failedReply,
    },
    errors: {
      401: 'No valid session, or the chat belongs to another account.',
      409: 'Another reply is being written in this chat and read by somebody (with `Retry-After`), or a message id belongs to another chat.',
    },
    curl: `curl -N "$BASE/api/chat" -H "$AUTH" --json '{
  "id": "'"$CHAT_ID"'",
  "messages": [{ "role": "user", "content": "Show me a table" }],
  "selectedChatModel": "chat-model-large"
}'`,
  },
  {
    method: 'get',
    path: '/api/chat',
    id: 'getChat',
    tag: 'Chat',
    summary: 'Read a chat with its messages',
    description: 'You can also read a public chat of another account.',
    query: chatIdQuery,
    answers: { 200: json('The chat.', chatResponse, chatExample) },
    errors: {
      400: '',
      401: 'No valid session, or the chat is private and another account’s.',
      404: '',
    },
    curl: `curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH"`,
  },
  {
    method: 'patch',
    path: '/api/chat',
    id: 'changeChat',
    tag: 'Chat',
    summary: 'Rename, share, pin, archive or instruct a chat, or show another version of a message',
    description:
      'Send what is to change. `activeMessageId` shows one of the `alternatives` of a message, with what followed it; what was shown is kept. Whoever knows the id of a public chat can read it. An archived chat leaves the list; a search still finds it. All replies of the chat follow its `instructions`, which are not in the answer.',
    query: chatIdQuery,
    body: { schema: updateChatBody, example: { title: 'Rain in Lisbon', visibility: 'public' } },
    answers: { 200: json('The chat as it is now.', listedChatResponse, listedChatExample) },
    errors: {
      404: '',
      409: 'A reply is being written, so no other version can be shown; or too many chats are pinned.',
    },
    curl: `curl -X PATCH "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH" --json '{"title": "Tables"}'`,
  },
  {
    method: 'delete',
    path: '/api/chat',
    id: 'deleteChat',
    tag: 'Chat',
    summary: 'Delete a chat with its messages and votes',
    description: 'Permanent. A running reply is stopped first. Documents are kept.',
    query: chatIdQuery,
    answers: { 200: text('Chat deleted') },
    errors: { 400: '`id` is not a UUID.', 404: '`id` is missing, or there is no such chat.' },
    curl: `curl -X DELETE "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH"`,
  },
  {
    method: 'get',
    path: '/api/chat/{chatId}/stream',
    id: 'resumeReply',
    tag: 'Chat',
    summary: 'Resume the running reply from its start',
    description:
      '`GET /api/chat?chatId=` is the same for `ai@4`, but answers with 200 and an empty stream when no reply is being written.',
    params,
    headers: streamAccept('Without either, it is the format in which the reply was asked for.'),
    answers: {
      200: stream,
      204: { description: 'No reply is being written, or there is no such chat yet.' },
      500: failedReply,
    },
    errors: { 400: '' },
    curl: `curl -N "$BASE/api/chat/$CHAT_ID/stream" -H "$AUTH"`,
  },
  {
    method: 'delete',
    path: '/api/chat/{chatId}/stream',
    id: 'stopReply',
    tag: 'Chat',
    summary: 'Stop the running reply',
    description: 'What was written so far is stored. Nothing happens when no reply is running.',
    params,
    answers: { 204: { description: 'Stopped.' } },
    errors: { 400: '', 404: '' },
    curl: `curl -X DELETE "$BASE/api/chat/$CHAT_ID/stream" -H "$AUTH"`,
  },
  {
    method: 'get',
    path: '/api/history',
    id: 'listChats',
    tag: 'Chat',
    summary: 'List and search your chats',
    description: `Newest first. \`ending_before\` is the id of a chat and gives the chats created before it (the next page); \`starting_after\` gives those created after it (the previous page).

\`q\` looks for words in titles, in the text of messages and in the present version of documents; all words must occur in one of these. The last word also matches the beginning of a longer one. \`"a phrase"\`, \`or\` and \`-without\` work. A reply is found once it is finished.`,
    query: historyQuery,
    answers: {
      200: json('A page of chats.', chatPageResponse, {
        chats: [listedChatExample],
        hasMore: false,
      }),
    },
    errors: { 400: '', 404: 'The cursor is not one of your chats.' },
    curl: `curl "$BASE/api/history?limit=10&q=tab" -H "$AUTH"`,
  },
  {
    method: 'get',
    path: '/api/chat/{chatId}/export',
    id: 'exportChat',
    tag: 'Chat',
    summary: 'Save a chat as a file',
    description:
      '`json` holds everything: messages, votes, suggestions, and every version of the documents written in the chat. `markdown` is for reading: what was said, without reasoning.',
    params,
    query: exportChatQuery,
    answers: {
      200: {
        description: 'The file.',
        headers: { 'Content-Disposition': 'The name of the file, made of the title.' },
        content: [
          { type: 'application/json', schema: exportedChatResponse, example: exportedChatExample },
          { type: 'text/markdown', example: '# Rain in Lisbon\n\n## You\n\nWill it rain?\n' },
        ],
      },
    },
    errors: { 400: '', 404: '' },
    curl: `curl -OJ "$BASE/api/chat/$CHAT_ID/export?format=markdown" -H "$AUTH"`,
  },
])
