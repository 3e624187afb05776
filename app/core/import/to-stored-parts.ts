import type { MessagePart } from '#db/entities/message.ts'
import { toStorableText, toStorableValue } from '../storable-text.ts'
import type { ImportedMessage } from './import-schema.ts'

/** A PNG or JPEG image as its first bytes tell, which begin the same in base64. */
const DATA_URL =
  /^data:(?:(image\/png);base64,iVBORw0KGgo|(image\/jpeg);base64,\/9j\/)[A-Za-z0-9+/]+={0,2}$/
/** Characters of an image of 5 MB. */
const MAX_IMAGE_LENGTH = 7_000_000

/**
 * Makes the parts of an imported message as they are stored: texts, reasoning, what
 * tools have answered, and images that are in the file. Of any other file a note is
 * left, and nothing is fetched.
 */
export function toStoredParts({ role, parts }: ImportedMessage): MessagePart[] {
  return toStorableValue(parts.flatMap((part) => toStoredPart(role, part)))
}

function toStoredPart(
  role: ImportedMessage['role'],
  part: ImportedMessage['parts'][number],
): MessagePart[] {
  const { type, text } = part
  if (type === 'text') {
    return text && toStorableText(text).trim() !== '' ? [{ type, text }] : []
  }
  if (type === 'file') return [storedFile(part)]
  if (role === 'user') return []
  if (type === 'reasoning') return text ? [{ type, text }] : []
  if (type === 'step-start') return [{ type }]
  return type.startsWith('tool-') ? endedToolCall(part) : []
}

/** A call that has ended; of any other, nothing will come. */
function endedToolCall(part: ImportedMessage['parts'][number]): MessagePart[] {
  const { type, toolCallId, state, input = {}, output = null, errorText } = part
  if (typeof toolCallId !== 'string') return []
  if (state === 'output-available') return [{ type, toolCallId, state, input, output }]
  const hasFailed = state === 'output-error' && typeof errorText === 'string'
  return hasFailed ? [{ type, toolCallId, state, input, errorText }] : []
}

function storedFile(part: ImportedMessage['parts'][number]): MessagePart {
  const { url, filename } = part
  const name = typeof filename === 'string' ? filename.slice(0, 200) : ''
  const isShort = typeof url === 'string' && url.length <= MAX_IMAGE_LENGTH
  const [, png, jpeg] = (isShort && url.match(DATA_URL)) || []
  const mediaType = png ?? jpeg
  if (mediaType) return { type: 'file', mediaType, url, ...(name && { filename: name }) }
  return { type: 'text', text: name ? `[File not imported: ${name}]` : '[File not imported]' }
}
