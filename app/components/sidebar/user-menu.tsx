import { Link, useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'

type UserMenuProps = {
  email: string | null
  kind: 'guest' | 'registered'
  /** Whether a guest may turn into an account. */
  canRegister: boolean
}

/** The signed-in user, with a menu: settings and signing out. */
export function UserMenu({ email, kind, canRegister }: UserMenuProps) {
  const { pathname } = useLocation()
  return (
    <div className="user-menu">
      {kind === 'guest' && canRegister && (
        <Link to={paths.register(pathname)} className="register-link">
          Create an account to keep your chats
        </Link>
      )}
      <details className="menu opens-upward">
        <summary>
          <span className="avatar" aria-hidden="true">
            {(email ?? 'G').slice(0, 1).toUpperCase()}
          </span>
          <span className="user-name">{email ?? 'Guest'}</span>
        </summary>
        <div className="menu-body">
          <Link to={paths.settings()}>Settings</Link>
          <form method="post" action={paths.logout()}>
            <button type="submit">
              {kind === 'guest' ? 'Sign out and lose these chats' : 'Sign out'}
            </button>
          </form>
        </div>
      </details>
    </div>
  )
}
