import { Form, Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import type { SettingsFailure } from './settings-result.ts'

type DeleteAccountPageProps = {
  /** Null for a guest. */
  email: string | null
  failure: SettingsFailure | undefined
}

/** Says what is deleted with an account, and deletes it with the password, or a guest's word. */
export function DeleteAccountPage({ email, failure }: DeleteAccountPageProps) {
  const form = useFocusFirstInvalid(failure)
  const isBusy = useNavigation().state === 'submitting'
  const { password, word } = failure?.errors ?? {}
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">{email ? 'Delete your account' : 'Delete all your data'}</h1>
      </header>
      <div className="pane-body">
        <div className="page-column settings">
          <p>
            {email ? (
              <>
                The account <strong>{email}</strong> is deleted at once,
              </>
            ) : (
              'What you have as a guest is deleted at once,'
            )}{' '}
            with all chats, documents, images, votes, prompts, settings, sessions and API tokens.
            Links that you have shared stop working. Nobody can bring any of it back.
          </p>
          <p>
            <a href={paths.accountExport()} download className="button">
              Download everything
            </a>
          </p>
          <Form
            ref={form}
            method="post"
            action={paths.deleteAccount()}
            noValidate
            className="settings-form narrow"
          >
            {failure && !password && !word && <FormError message={failure.message} />}
            {email ? (
              <Field
                label="Your password"
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={password}
              />
            ) : (
              <Field
                label="Type “delete” to confirm"
                name="word"
                autoComplete="off"
                autoCapitalize="none"
                required
                error={word}
              />
            )}
            <div className="row">
              <button
                type="submit"
                className="button danger"
                aria-disabled={isBusy || undefined}
                onClick={isBusy ? (event) => event.preventDefault() : undefined}
              >
                {email ? 'Delete my account' : 'Delete all my data'}
              </button>
              <Link className="button" to={paths.settings()}>
                Cancel
              </Link>
            </div>
          </Form>
        </div>
      </div>
    </>
  )
}
