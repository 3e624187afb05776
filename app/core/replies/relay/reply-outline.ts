import { toStorableText } from '../../storable-text.ts'
import type { ReplyChunk } from '../reply-chunk.ts'

type TextKind = 'text' | 'reasoning'

/** A block of text, and how much of it there is. */
type TextOutline = { kind: TextKind; id: string; length: number; isOpen: boolean }
type ToolOutline = { kind: 'tool'; id: string; hasOutput: boolean }
type StepOutline = { parts: (TextOutline | ToolOutline)[]; isOpen: boolean }

/**
 * How far a reply is, without its texts: its steps, how long each text is, and
 * which tool calls have an output. Like the stored parts of a message, it leaves
 * out texts that are empty and steps without a part, so that the two can be
 * compared by position. Lengths are those of the stored text.
 */
export function createReplyOutline() {
  return outlineOf({ isStarted: false, steps: [], emptyTexts: new Map() })
}

export type ReplyOutline = ReturnType<typeof outlineOf>

type State = {
  isStarted: boolean
  steps: StepOutline[]
  /** Blocks that have begun and have no text yet, by id. */
  emptyTexts: Map<string, TextKind>
}

function outlineOf(state: State) {
  const { steps, emptyTexts } = state

  function lastStep(): StepOutline | undefined {
    return steps.at(-1)
  }

  function findText(id: string): TextOutline | undefined {
    const found = lastStep()?.parts.findLast((part) => part.kind !== 'tool' && part.id === id)
    return found?.kind === 'tool' ? undefined : found
  }

  function findTool(id: string): ToolOutline | undefined {
    for (const { parts } of steps.toReversed()) {
      for (const part of parts) if (part.kind === 'tool' && part.id === id) return part
    }
    return undefined
  }

  function grow(kind: TextKind, id: string, delta: string) {
    const length = storedLength(delta)
    const text = findText(id)
    if (text) {
      text.length += length
    } else if (length > 0) {
      emptyTexts.delete(id)
      lastStep()?.parts.push({ kind, id, length, isOpen: true })
    }
  }

  function endText(id: string) {
    emptyTexts.delete(id)
    const text = findText(id)
    if (text) text.isOpen = false
  }

  /** Adds what a chunk adds to the reply. */
  function add(chunk: ReplyChunk) {
    switch (chunk.type) {
      case 'start':
        state.isStarted = true
        break
      case 'start-step':
        if (lastStep()?.parts.length === 0) steps.pop()
        steps.push({ parts: [], isOpen: true })
        break
      case 'finish-step': {
        const step = lastStep()
        if (step) step.isOpen = false
        break
      }
      case 'text-start':
        emptyTexts.set(chunk.id, 'text')
        break
      case 'reasoning-start':
        emptyTexts.set(chunk.id, 'reasoning')
        break
      case 'text-delta':
        grow('text', chunk.id, chunk.delta)
        break
      case 'reasoning-delta':
        grow('reasoning', chunk.id, chunk.delta)
        break
      case 'text-end':
      case 'reasoning-end':
        endText(chunk.id)
        break
      case 'tool-input-available':
        if (!findTool(chunk.toolCallId)) {
          lastStep()?.parts.push({ kind: 'tool', id: chunk.toolCallId, hasOutput: false })
        }
        break
      case 'tool-output-available':
      case 'tool-output-error': {
        const tool = findTool(chunk.toolCallId)
        if (tool) tool.hasOutput = true
        break
      }
    }
  }

  return {
    steps,
    emptyTexts,
    add,
    lastStep,
    findTool,
    isStarted: () => state.isStarted,
    /** The place of a text among the parts of the last step, or -1 while it is empty. */
    placeOf: (id: string) =>
      lastStep()?.parts.findLastIndex((part) => part.kind !== 'tool' && part.id === id) ?? -1,
    copy: () => outlineOf(structuredClone(state)),
  }
}

/** How long a text is once it is stored. */
export function storedLength(text: string): number {
  return text.includes('\u0000') ? toStorableText(text).length : text.length
}
