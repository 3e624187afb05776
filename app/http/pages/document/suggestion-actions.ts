import { z } from 'zod'
import { acceptAllSuggestions } from '#core/suggestions/accept-all-suggestions.ts'
import { acceptSuggestion } from '#core/suggestions/accept-suggestion.ts'
import { requestSuggestions } from '#core/suggestions/request-suggestions.ts'
import { resolveSuggestion } from '#core/suggestions/resolve-suggestion.ts'
import { askPartForm } from '#core/suggestions/suggestion-schema.ts'
import { enforceTurnLimits } from '../../limits/enforce-turn-limits.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { requireSession } from '../../sessions/session.ts'
import type { DocumentActions } from './document-action.ts'

const suggestionId = z.uuid().toLowerCase()

/** What a document's page can do with suggestions. */
export const suggestionActions: DocumentActions = {
  async suggest({ em, id, userId, context, request }) {
    await enforceTurnLimits(context, await requireSession(em, request, context))
    const target = { documentId: id, userId, requestId: context.requestId }
    await requestSuggestions(em, context.services.jobs, target)
  },
  async ask({ em, id, userId, context, request, form }) {
    const { start, end, version, instruction } = parseInput(askPartForm, form)
    await enforceTurnLimits(context, await requireSession(em, request, context))
    const range = start === undefined || end === undefined ? null : { start, end }
    await requestSuggestions(em, context.services.jobs, {
      documentId: id,
      userId,
      requestId: context.requestId,
      documentCreatedAt: version,
      part: { range, instruction },
    })
  },
  async accept({ em, userId, form }) {
    await acceptSuggestion(em, { id: parseInput(suggestionId, form.suggestion), userId })
  },
  async 'accept-all'({ em, id, userId, form }) {
    const { accepted, left } = await acceptAllSuggestions(em, { documentId: id, userId })
    if (form.stay) return Response.json({ done: true, accepted, left })
  },
  async dismiss({ em, userId, form }) {
    await resolveSuggestion(em, { id: parseInput(suggestionId, form.suggestion), userId })
  },
}
