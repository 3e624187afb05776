import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ListedSession } from '#core/users/list-sessions.ts'
import type { ApiToken } from '#core/users/user-schema.ts'
import { FormError } from '../form/form-error.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { AccountSection } from './account-section.tsx'
import { DataSection } from './data-section.tsx'
import { InstructionsSection } from './instructions-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { failureOf, type SettingsResult } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'
import { ThemeSection } from './theme-section.tsx'
import { TokensSection } from './tokens-section.tsx'

type Settings = {
  user: { email: string | null; kind: 'guest' | 'registered' }
  /** Whether a guest may turn into an account. */
  canRegister: boolean
  /** Of this browser. */
  sessionId: string
  sessions: { sessions: ListedSession[]; count: number }
  tokens: ApiToken[]
  instructions: string | null
}

type SettingsPageProps = { settings: Settings; result: SettingsResult | undefined }

const SECTIONS = [
  ['appearance', 'Appearance'],
  ['instructions', 'Instructions'],
  ['prompts', 'Prompts'],
  ['account', 'Account'],
  ['sessions', 'Sessions'],
  ['tokens', 'API tokens'],
  ['data', 'Your data'],
] as const

/** The forms that show by themselves why they were refused. */
const EXPLAIN = ['create-token', 'instructions', 'change-password']

/** All that a user decides about the service and the account. */
export function SettingsPage({ settings, result }: SettingsPageProps) {
  const { user, canRegister, sessionId, sessions, tokens, instructions } = settings
  const done = result && 'done' in result ? result : undefined
  const failure = result && 'message' in result ? result : undefined
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Settings</h1>
      </header>
      <div className="pane-body">
        <div className="page-column settings">
          <nav aria-label="Sections" className="settings-nav">
            {SECTIONS.map(([id, title]) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          <p role="status" className="settings-done">
            {done?.done}
          </p>
          {failure && !EXPLAIN.includes(failure.values.intent ?? '') && (
            <FormError message={failure.message} />
          )}
          <ThemeSection />
          <InstructionsSection
            instructions={instructions}
            failure={failureOf(result, 'instructions')}
          />
          <SettingsSection id="prompts" title="Prompts">
            <p className="muted">
              Texts that you send again and again. In a chat, type <kbd>/</kbd> and the name of one.
            </p>
            <p>
              <Link className="button" to={paths.prompts()}>
                Your prompts
              </Link>
            </p>
          </SettingsSection>
          <AccountSection
            email={user.email}
            canRegister={canRegister}
            failure={failureOf(result, 'change-password')}
            done={done?.done}
          />
          <SessionsSection {...sessions} currentId={sessionId} />
          <TokensSection
            tokens={tokens}
            newToken={done?.newToken}
            failure={failureOf(result, 'create-token')}
          />
          <DataSection isGuest={user.kind === 'guest'} />
        </div>
      </div>
    </>
  )
}
