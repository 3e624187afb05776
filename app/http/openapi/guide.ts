/** The guide of /docs/api: sections of Markdown. Every `sh` block is run by a test. */

export type GuideSection = { id: string; title: string; markdown: string }

/**
 * Makes the guide for a service at an address.
 *
 * @param origin the service's public origin
 */
export function apiGuide(origin: string): GuideSection[] {
  return [
    { id: 'first-call', title: 'A first call', markdown: firstCall(origin) },
    { id: 'streamed-reply', title: 'A streamed reply', markdown: STREAMED_REPLY },
    { id: 'ai-sdk', title: 'With the AI SDK', markdown: aiSdk(origin) },
    { id: 'upload', title: 'An image', markdown: UPLOAD },
    { id: 'document', title: 'A document', markdown: DOCUMENT },
  ]
}

const firstCall = (origin: string) => `Register once. The session cookie goes into a file.

\`\`\`sh
BASE=${origin}
curl -c cookies.txt "$BASE/api/users" --json '{"email": "ada@example.com", "password": "correct horse battery"}'
\`\`\`

Later, \`POST /api/session\` with the same body signs in. A program is better off with an API token; make one here or under [Settings](${origin}/settings). It is shown once.

\`\`\`sh
TOKEN=$(curl -b cookies.txt "$BASE/api/tokens" --json '{"name": "my script", "expiresInDays": 90}' | jq -r .token)
AUTH="Authorization: Bearer $TOKEN"
curl "$BASE/api/session" -H "$AUTH"
\`\`\`

The examples on this page go on with \`BASE\` and \`AUTH\`. They use [jq](https://jqlang.org) to read JSON, and curl 7.82 or newer for \`--json\`.
`

const STREAMED_REPLY = `Choose a UUID for the chat and send a message. \`-N\` shows the reply as it is written.

\`\`\`sh
CHAT_ID=$(uuidgen)
curl -N "$BASE/api/chat" -H "$AUTH" --json '{
  "id": "'"$CHAT_ID"'",
  "messages": [{ "role": "user", "content": "Hello!" }],
  "selectedChatModel": "chat-model-small"
}'
\`\`\`

Lines that begin with \`0:\` are pieces of the text; the other codes, listed under “Send a message” below, are reasoning, tool calls, data and the end. With \`Accept: text/event-stream\` the same reply comes as server-sent events.

Both messages are stored.

\`\`\`sh
curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH"
MESSAGE_ID=$(curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH" | jq -r '.messages[-1].id')
\`\`\`

To go on, send the conversation with the next message at its end: the model sees what you send.

\`\`\`sh
curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH" |
  jq '{id, selectedChatModel: "chat-model-small", messages: (.messages + [{role: "user", content: "Show me a list"}])}' |
  curl -N "$BASE/api/chat" -H "$AUTH" --json @-
\`\`\`

A reply outlives its reader. After a lost connection, \`GET /api/chat/:chatId/stream\` gives the running reply from its start; \`DELETE\` stops it.
`

const aiSdk = (origin: string) => `The present SDK's \`useChat\`:

\`\`\`tsx
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'

const transport = new DefaultChatTransport({
  api: '${origin}/api/chat',
  headers: { Accept: 'text/event-stream', Authorization: \`Bearer \${token}\` },
  body: { selectedChatModel: 'chat-model-small' },
})

// chatId: a UUID. resume: true goes on with a reply that is being written.
const { messages, sendMessage } = useChat({ id: chatId, transport, resume: true })
\`\`\`

Its \`stop()\` only stops reading: the reply goes on until \`DELETE /api/chat/:chatId/stream\`.

The transport works without React too:

\`\`\`js
import { DefaultChatTransport, readUIMessageStream } from 'ai'

const transport = new DefaultChatTransport({
  api: \`\${process.env.BASE}/api/chat\`,
  headers: { Accept: 'text/event-stream', Authorization: \`Bearer \${process.env.TOKEN}\` },
  body: { selectedChatModel: 'chat-model-small' },
})
const stream = await transport.sendMessages({
  trigger: 'submit-message',
  chatId: crypto.randomUUID(),
  messages: [{ id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'Hello!' }] }],
})
let reply
for await (const message of readUIMessageStream({ stream })) reply = message
console.log(reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
\`\`\`

With \`ai\` 4 (\`@ai-sdk/react\` 1), whose data stream is the default of this service:

\`\`\`tsx
import { useChat } from '@ai-sdk/react'

const { messages, input, handleInputChange, handleSubmit } = useChat({
  id: chatId,
  api: '${origin}/api/chat',
  headers: { Authorization: \`Bearer \${token}\` },
  body: { selectedChatModel: 'chat-model-small' },
})
\`\`\`

Keep the token on a server of yours: a page on this origin has the cookie, and a page elsewhere should not hold a token at all.
`

const UPLOAD = `Upload a JPEG or PNG of at most 5 MB, then name its URL in a message.

\`\`\`sh
IMAGE_URL=$(curl "$BASE/api/files/upload" -H "$AUTH" -F file=@photo.jpg | jq -r .url)
curl -N "$BASE/api/chat" -H "$AUTH" --json '{
  "id": "'"$(uuidgen)"'",
  "messages": [{
    "role": "user",
    "content": [
      { "type": "text", "text": "What is in this picture?" },
      { "type": "image", "image": "'"$IMAGE_URL"'" }
    ]
  }],
  "selectedChatModel": "chat-model-large"
}'
\`\`\`
`

const DOCUMENT = `Every save appends a version. Going back to one deletes those after it.

\`\`\`sh
DOCUMENT_ID=$(uuidgen)
FIRST_VERSION=$(curl "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH" \\
  --json '{"title": "Rain", "content": "It rains.", "kind": "text"}' | jq -r .createdAt)
curl "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH" \\
  --json '{"title": "Rain", "content": "It pours.", "kind": "text"}'
curl -X PATCH "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH" --json '{"timestamp": "'"$FIRST_VERSION"'"}'
curl "$BASE/api/document?id=$DOCUMENT_ID" -H "$AUTH"
\`\`\`

The AI writes documents too, and suggests edits; the reply's data parts show them as they are written.

\`\`\`sh
ESSAY_CHAT=$(uuidgen)
curl -N "$BASE/api/chat" -H "$AUTH" --json '{
  "id": "'"$ESSAY_CHAT"'",
  "messages": [{ "role": "user", "content": "Write a short essay about rain in a document" }],
  "selectedChatModel": "chat-model-small"
}'
curl "$BASE/api/chat?id=$ESSAY_CHAT" -H "$AUTH" |
  jq '{id, selectedChatModel: "chat-model-small", messages: (.messages + [{role: "user", content: "Suggest improvements"}])}' |
  curl -N "$BASE/api/chat" -H "$AUTH" --json @-
ESSAY_ID=$(curl "$BASE/api/chat?id=$ESSAY_CHAT" -H "$AUTH" |
  jq -r '[.messages[].parts[] | select(.type == "tool-createDocument") | .output.id][0]')
SUGGESTION_ID=$(curl "$BASE/api/suggestions?documentId=$ESSAY_ID" -H "$AUTH" | jq -r '.[0].id')
\`\`\`
`
