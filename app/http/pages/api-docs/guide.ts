import type { GuideSection } from '../../../api-reference.ts'

/**
 * Makes the guide of /docs/api for a service at an address. A test runs every
 * `sh` block of it.
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

Later, \`POST /api/session\` with the same body signs in. A program should use an API token instead. Make one here, or under [Settings](${origin}/settings). It is shown only once.

\`\`\`sh
TOKEN=$(curl -b cookies.txt "$BASE/api/tokens" --json '{"name": "my script", "expiresInDays": 90}' | jq -r .token)
AUTH="Authorization: Bearer $TOKEN"
curl "$BASE/api/session" -H "$AUTH"
\`\`\`

The other examples on this page use the variables \`BASE\` and \`AUTH\` that are set here. They need [jq](https://jqlang.org) to read JSON, and curl 7.82 or newer for \`--json\`.
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

Lines that begin with \`0:\` are pieces of the text; the other codes (reasoning, tool calls, data, the end) are listed under “Send a message” below. With \`Accept: text/event-stream\` the same reply comes as server-sent events.

The chat's id is yours to make and must be a UUID; \`uuidgen\` prints one.

Both messages are stored.

\`\`\`sh
curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH"
MESSAGE_ID=$(curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH" | jq -r '.messages[-1].id')
\`\`\`

To continue, send the conversation with the next message at its end. The model sees exactly the messages that you send.

\`\`\`sh
curl "$BASE/api/chat?id=$CHAT_ID" -H "$AUTH" |
  jq '{id, selectedChatModel: "chat-model-small", messages: (.messages + [{role: "user", content: "Show me a list"}])}' |
  curl -N "$BASE/api/chat" -H "$AUTH" --json @-
\`\`\`

A reply is written to its end also when nobody reads it. After a lost connection, \`GET /api/chat/:chatId/stream\` gives the running reply from its start; \`DELETE\` on the same address stops it. Closing the connection does not.

\`\`\`sh
curl -X DELETE "$BASE/api/chat/$CHAT_ID/stream" -H "$AUTH"
\`\`\`
`

const aiSdk = (origin: string) => `With \`useChat\` of the present SDK:

\`\`\`tsx
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'

const headers = { Authorization: \`Bearer \${token}\` }
const transport = new DefaultChatTransport({
  api: '${origin}/api/chat',
  headers,
  body: { selectedChatModel: 'chat-model-small' },
})

// The chat's id is a UUID: useChat() by itself makes an id of another kind, which is refused.
const [chatId] = useState(() => crypto.randomUUID())
// With resume: true, a reply that is being written is read from its start.
const { messages, sendMessage, stop } = useChat({ id: chatId, transport, resume: true })

// stop() only stops reading. This stops the reply itself; what was written is kept.
const stopReply = () =>
  fetch(\`${origin}/api/chat/\${chatId}/stream\`, { method: 'DELETE', headers })
\`\`\`

A new message after \`stop()\` stops the reply too, as nobody reads it any more.

The transport works without React:

\`\`\`js
import { DefaultChatTransport, readUIMessageStream } from 'ai'

const transport = new DefaultChatTransport({
  api: \`\${process.env.BASE}/api/chat\`,
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
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

With \`ai\` 4 (\`@ai-sdk/react\` 1), whose data stream the service speaks too:

\`\`\`tsx
import { useChat } from '@ai-sdk/react'

const [chatId] = useState(() => crypto.randomUUID())
const { messages, append, data, reload, experimental_resume } = useChat({
  id: chatId,
  api: '${origin}/api/chat',
  headers: { Authorization: \`Bearer \${token}\` },
  body: { selectedChatModel: 'chat-model-small' },
  // Sends the ids of messages, so that a reload or an edit replaces the very message that is meant.
  sendExtraMessageFields: true,
})
\`\`\`

Where a page is opened again, leave a message of the status \`streaming\` out of the initial messages before you resume: the reply comes from its start.

assistant-ui makes ids of its own kind too, so give it a chat whose id is a UUID:

\`\`\`tsx
import { AssistantRuntimeProvider } from '@assistant-ui/react'
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk'

const runtime = useAISDKRuntime(useChat({ id: chatId, transport, resume: true }))
\`\`\`

A tool that fails does not end the reply. The data stream gives \`a:\` with the result \`{"error": "…"}\`, the UI message stream a tool part in the state \`output-error\` with \`errorText\`; both are words for people, and the model goes on.

Keep the token on a server of yours. A page on this origin has the session cookie and needs no token; a page on another origin should not hold one at all. When your own server passes the browser's requests on, set \`BASE_URL\` of this service to the address that people open (or \`TRUST_PROXY\` where that server sends \`X-Forwarded-Host\` and \`X-Forwarded-Proto\`): a write with the cookie from any other origin is refused with 403, and the refusal names the origin that was seen.
`

const UPLOAD = `Upload a JPEG or PNG of at most 5 MB, then use its URL in a message. The URL is absolute: it begins with \`BASE_URL\`, or with the address that the upload was sent to.

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

const DOCUMENT = `Every save appends a version. Going back to an earlier version deletes the later ones.

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
