import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { mapRanges } from '#core/documents/anchors/map-range.ts'
import type { TextRange } from '#core/documents/anchors/text-range.ts'
import type { DocumentState } from '#hooks/documents/document-requests.ts'
import { useSuggestions } from '#hooks/documents/use-suggestions.ts'
import type { DocumentData } from '../document-data.ts'
import { useEditing } from '../editing/use-editing.ts'
import { useEditorSuggestions } from '../editing/use-editor-suggestions.ts'

type Input = { id: string; document: DocumentData | null; here: string }

/** The editing of a document together with its suggestions, each of which follows the other. */
export function useOpenDocumentState({ id, document, here }: Input) {
  const { revalidate } = useRevalidator()
  const [range, setRange] = useState<TextRange | null>(null)
  const { editing, whole } = useEditing({ id, document, here, onState: followState })
  const state = useSuggestions({
    documentId: id,
    createdAt: document?.createdAt ?? '',
    suggestions: document?.suggestions ?? [],
    status: document?.suggestionStatus ?? null,
    flush: editing?.flush,
    async onApplied() {
      await editing?.session.check()
      revalidate()
    },
  })
  const suggestions = useEditorSuggestions(editing, state)

  /** Suggestions that were asked for, written, accepted or dismissed elsewhere. */
  function followState({ openSuggestions, suggesting }: DocumentState) {
    const isKnown = openSuggestions === state.count && suggesting === (state.status === 'writing')
    if (!isKnown && !state.isBusy) void state.reload()
  }

  /** Asks for a change of a part of what is in the editor now, which is saved before. */
  async function ask(instruction: string): Promise<boolean> {
    if (!editing) return state.ask(null, instruction)
    const before = editing.buffer.get()
    await editing.flush().catch(() => undefined)
    const place = range && mapRanges(before, editing.buffer.get())(range)
    if (range && !place) return state.refuse('The selected text has changed. Select it again.')
    return state.ask(place, instruction)
  }

  return { editing, whole, suggestionsState: state, suggestions, range, setRange, ask }
}
