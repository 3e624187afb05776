import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { Prompt } from '#core/prompts/prompt-schema.ts'
import { FormError } from '../form/form-error.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { PromptForm } from './prompt-form.tsx'
import type { SettingsFailure } from './settings-result.ts'

type PromptsPageProps = {
  prompts: Prompt[]
  /** The id of the prompt that is being changed. */
  edited: string | null
  result: SettingsFailure | undefined
}

/** The user's own prompts: all of them, and the forms that add, change and delete one. */
export function PromptsPage({ prompts, edited, result }: PromptsPageProps) {
  const wasNew = result?.values.intent === 'create'
  // The one that a refused form was about is open again.
  const open = result?.values.intent === 'update' ? result.values.id : edited
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Prompts</h1>
        <Link className="button small" to={paths.settings()}>
          Back to the settings
        </Link>
      </header>
      <div className="pane-body">
        <div className="page-column settings">
          <p className="muted">
            Texts that you send again and again. In a chat, type <kbd>/</kbd> and the name of one.
          </p>
          {result?.values.intent === 'delete' && <FormError message={result.message} />}
          <section aria-labelledby="new-title" className="settings-section">
            <h2 id="new-title">New prompt</h2>
            <PromptForm key={prompts.length} failure={wasNew ? result : undefined} />
          </section>
          <section aria-labelledby="list-title" className="settings-section">
            <h2 id="list-title">Your prompts</h2>
            {prompts.length === 0 ? (
              <p>You have no prompts yet.</p>
            ) : (
              <ul className="settings-list">
                {prompts.map((prompt) => (
                  <li key={prompt.id}>
                    {prompt.id === open ? (
                      <PromptForm prompt={prompt} failure={wasNew ? undefined : result} />
                    ) : (
                      <ShownPrompt prompt={prompt} />
                    )}
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

function ShownPrompt({ prompt }: { prompt: Prompt }) {
  const { id, name, text } = prompt
  return (
    <>
      <p>
        <strong>/{name}</strong>
      </p>
      <p className="prompt-text">{text.slice(0, 400)}</p>
      <div className="row">
        <Link
          className="button small"
          to={`?${new URLSearchParams({ edit: id })}`}
          preventScrollReset
        >
          Edit<span className="sr-only"> {name}</span>
        </Link>
        <details className="settings-details danger">
          <summary>
            Delete<span className="sr-only"> {name}</span>
          </summary>
          <Form method="post" action={paths.prompts()}>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="id" value={id} />
            <button type="submit" className="button small danger">
              Yes, delete<span className="sr-only"> {name}</span>
            </button>
          </Form>
        </details>
      </div>
    </>
  )
}
