import type { ApiToken } from '#core/users/user-schema.ts'
import { FormError } from '../form/form-error.tsx'
import { ApiTokenForm, NewApiToken } from './api-token-form.tsx'
import { ApiTokenList } from './api-token-list.tsx'
import type { SettingsFailure } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

type TokensSectionProps = {
  tokens: ApiToken[]
  newToken: { name: string; token: string } | undefined
  /** Why no token was made. */
  failure: SettingsFailure | undefined
}

/** The API tokens: the new one, all of them, and the form for another. */
export function TokensSection({ tokens, newToken, failure }: TokensSectionProps) {
  const hasFieldError = failure?.errors.name || failure?.errors.expiresInDays
  return (
    <SettingsSection id="tokens" title="API tokens">
      <p className="muted">
        A token lets a program use the interface as you. It cannot make tokens or change your
        account.
      </p>
      {newToken && <NewApiToken {...newToken} />}
      {failure && !hasFieldError && <FormError message={failure.message} />}
      <ApiTokenList tokens={tokens} />
      <ApiTokenForm failure={failure} newToken={newToken} />
    </SettingsSection>
  )
}
