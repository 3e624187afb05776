/** Exports of other services, as they send them, with what is hard in them. */

const node = (id: string, parent: string | null, message: unknown = null) => ({
  id,
  parent,
  message,
  children: [],
})

const said = (id: string, role: string, parts: unknown[], more: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1_700_000_100.25,
  content: { content_type: 'text', parts },
  status: 'finished_successfully',
  recipient: 'all',
  metadata: {},
  ...more,
})

/** A conversation of ChatGPT with a branch that is not shown, code, thoughts and an image. */
export const chatGptConversation = {
  title: 'Harbour walls',
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_500.5,
  conversation_id: '6553f6a0-0000-4000-8000-000000000001',
  current_node: 'reply-2',
  mapping: {
    root: node('root', null),
    system: node(
      'system',
      'root',
      said('system', 'system', [''], {
        metadata: { is_visually_hidden_from_conversation: true },
      }),
    ),
    question: node(
      'question',
      'system',
      said('question', 'user', [], {
        content: {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1' },
            'How high is this wall?',
          ],
        },
      }),
    ),
    'old-reply': node('old-reply', 'question', said('old-reply', 'assistant', ['Not shown.'])),
    thoughts: node(
      'thoughts',
      'question',
      said('thoughts', 'assistant', [], {
        content: {
          content_type: 'thoughts',
          thoughts: [{ summary: 'Looking', content: 'I look at the wall.' }],
        },
      }),
    ),
    code: node(
      'code',
      'thoughts',
      said('code', 'assistant', [], {
        content: { content_type: 'code', language: 'python', text: 'print(3 * 4)' },
        recipient: 'python',
      }),
    ),
    output: node(
      'output',
      'code',
      said('output', 'tool', [], {
        content: { content_type: 'execution_output', text: '12' },
      }),
    ),
    'reply-2': node(
      'reply-2',
      'output',
      said('reply-2', 'assistant', ['Twelve metres.\ue200cite\ue202turn0search0\ue201'], {
        metadata: { model_slug: 'gpt-4o' },
      }),
    ),
  },
}
/** A conversation of Claude with an attached text, thoughts and an artifact. */
export const claudeConversation = {
  uuid: '9b1d4c4e-0000-4000-8000-000000000002',
  name: 'Tide tables',
  created_at: '2025-03-04T05:06:07.123456Z',
  updated_at: '2025-03-04T05:16:07.123456Z',
  account: { uuid: '1' },
  chat_messages: [
    {
      uuid: 'm-1',
      sender: 'human',
      text: 'Make a table of this.',
      content: [{ type: 'text', text: 'Make a table of this.' }],
      created_at: '2025-03-04T05:06:07.123456Z',
      attachments: [{ file_name: 'tides.txt', extracted_content: 'high 06:12' }],
      files: [{ file_name: 'map.png' }],
    },
    {
      uuid: 'm-2',
      sender: 'assistant',
      text: '',
      content: [
        { type: 'thinking', thinking: 'A table, then.' },
        { type: 'text', text: 'Here it is.' },
        {
          type: 'tool_use',
          name: 'artifacts',
          input: { title: 'tides.csv', language: 'csv', content: 'high,06:12' },
        },
        { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
      ],
      created_at: '2025-03-04T05:06:30.000000Z',
    },
    { uuid: 'm-3', sender: 'human', text: 'Thanks', created_at: '2025-03-04T05:07:00.000000Z' },
  ],
}
