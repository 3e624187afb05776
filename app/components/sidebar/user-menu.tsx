import { Link, useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'

type UserMenuProps = {
  email: string | null
  kind: 'guest' | 'registered'
  /** Whether a guest may turn into an account. */
  canRegister: boolean
}

/** The signed-in user, with a menu: archived chats, settings and signing out. */
export function UserMenu({ email, kind, canRegister }: UserMenuProps) {
  const { pathname } = useLocation()
  const name = email ?? 'Guest'
  return (
    <div className="user-menu">
      {kind === 'guest' && canRegister && (
        <Link to={paths.register(pathname)} className="register-link">
          Create an account to keep your chats
        </Link>
      )}
      <Menu
        label={`Account of ${name}`}
        className="user-button"
        text={
          <>
            <span
              className="avatar"
              aria-hidden="true"
              data-letter={name.slice(0, 1).toUpperCase()}
            />
            <span className="user-name">{name}</span>
          </>
        }
      >
        <MenuLink icon="archive" to={paths.archived()}>
          Archived chats
        </MenuLink>
        <MenuLink icon="settings" to={paths.settings()}>
          Settings
        </MenuLink>
        <MenuLink icon="keyboard" to={paths.shortcuts()}>
          Keyboard shortcuts
        </MenuLink>
        <MenuSeparator />
        <form method="post" action={paths.logout()}>
          <MenuItem type="submit">
            {kind === 'guest' ? 'Sign out and lose these chats' : 'Sign out'}
          </MenuItem>
        </form>
      </Menu>
    </div>
  )
}
