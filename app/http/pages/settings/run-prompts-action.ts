import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '#app/paths.ts'
import { promptForm } from '#core/prompts/prompt-schema.ts'
import { createPrompt, deletePrompt, updatePrompt } from '#core/prompts/prompts.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { type CurrentSession, requireBrowserSession } from '../../sessions/session.ts'
import { actionOf, type PageActionArgs } from '../page-action.ts'

type Action = (page: PageActionArgs, session: CurrentSession) => Promise<void>

const idForm = z.object({ id: z.uuid() })

const ACTIONS: Record<string, Action> = {
  async create({ em, form }, { user }) {
    await createPrompt(em, { ...parseInput(promptForm, form), userId: user.id })
  },
  async update({ em, form }, { user }) {
    const { id } = parseInput(idForm, form)
    await updatePrompt(em, { ...parseInput(promptForm, form), id, userId: user.id })
  },
  async delete({ em, form }, { user }) {
    await deletePrompt(em, { ...parseInput(idForm, form), userId: user.id })
  },
}

/**
 * Runs the action that a form of /settings/prompts asks for, and shows the list again.
 *
 * @throws {AppError} forbidden for an API token; invalid; not-found; conflict
 */
export async function runPromptsAction(
  page: PageActionArgs,
  session: CurrentSession,
): Promise<Response> {
  requireBrowserSession(session)
  await actionOf(ACTIONS, page.form.intent)(page, session)
  return redirect(paths.prompts(), 303)
}
