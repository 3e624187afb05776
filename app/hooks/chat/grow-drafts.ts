import type { MessagePart } from '#app/page-message.ts'
import type { ReplyParts } from '#core/replies/reply-parts.ts'
import { tellSuggestionsChanged } from '../documents/suggestion-channel.ts'
import type { DocumentDrafts } from './document-drafts.ts'

/** What the tool part of a reply says of the document that it writes (`draft`). */
type PartDraft = { id: string; title: string; kind?: string }

/** The kinds of documents by the data part that brings their content. */
const DELTA_KINDS = new Map([
  ['text-delta', 'text'],
  ['code-delta', 'code'],
  ['sheet-delta', 'sheet'],
])

/**
 * Follows the documents that the tools of a reply write: their contents go to the
 * drafts, and the tool's part says which document it is.
 *
 * @returns what takes a data part, and tells whether a part of the reply has changed
 */
export function createDraftGrower({ parts, change }: ReplyParts, drafts: DocumentDrafts) {
  /** What has been told of a new document before its content begins. */
  let announced: { id?: string; title?: string; kind?: string } = {}
  /** The documents that are being written; their deltas do not say which one they are for. */
  const writing: PartDraft[] = []

  function start() {
    const { id, title = '', kind } = announced
    announced = {}
    const part = parts.findLast((each) => isWaiting(each, id === undefined ? 'update' : 'create'))
    const documentId = id ?? idOf(part?.input)
    if (!documentId) return false
    const draft = { id: documentId, title, ...(kind !== undefined && { kind }) }
    drafts.start({ ...draft, kind })
    writing.push(draft)
    if (part) change('tool', String(part.toolCallId), { draft })
    return part !== undefined
  }

  return {
    grow(name: string, content: unknown): boolean {
      if (name === 'suggestion') tellSuggestion(content)
      if (typeof content !== 'string') return false
      const kind = DELTA_KINDS.get(name)
      const id = writing.findLast((each) => !kind || !each.kind || each.kind === kind)?.id
      if (kind && id) {
        // Text comes as it is added; code and sheets come whole every time.
        if (name === 'text-delta') drafts.append(id, content, kind)
        else drafts.replace(id, content, kind)
      } else if (name === 'id' || name === 'kind' || name === 'title') {
        announced = { ...announced, [name]: content }
      } else if (name === 'clear') {
        // The tool that writes a document again says its title here.
        if (content) announced = { title: content }
        return start()
      }
      return false
    },

    /** A tool has ended. */
    end(toolCallId: string, state: 'stored' | 'failed') {
      const part = parts.find((each) => each.toolCallId === toolCallId)
      const id = (part?.draft as PartDraft | undefined)?.id
      if (!id) return
      drafts.end(id, state)
      writing.splice(0, writing.length, ...writing.filter((each) => each.id !== id))
    },
  }
}

/** A suggestion has come: the open views of its document load it, at its place. */
function tellSuggestion(content: unknown) {
  if (typeof content !== 'object' || content === null || !('documentId' in content)) return
  if (typeof content.documentId === 'string') tellSuggestionsChanged(content.documentId)
}

/** Whether a part is that of a tool which runs and has not begun to write. */
function isWaiting({ type, state, draft }: MessagePart, action: 'create' | 'update'): boolean {
  return type === `tool-${action}Document` && state === 'input-available' && draft === undefined
}

function idOf(input: unknown): string | undefined {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
  return typeof id === 'string' ? id.toLowerCase() : undefined
}
