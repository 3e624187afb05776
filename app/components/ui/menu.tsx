import { Link } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon, type IconName } from '../icon.tsx'

type MenuProps = {
  /** What the button is called, for example `Options of “Rain”`. */
  label: string
  /** The icon of the button, if it is one. */
  icon?: IconName
  /** What the button shows instead of only an icon. */
  text?: ReactNode
  className?: string
  /** Which edges of the button and the menu are in line. */
  align?: 'start' | 'end'
  /** Whether the entries are made when the menu first opens, for pages with very many menus; it needs JavaScript. */
  isDeferred?: boolean
  children: ReactNode
}

/**
 * A button that opens a menu beside it. The menu is a popover, so it opens,
 * closes and contains its links and forms without JavaScript too;
 * menu-behaviour.ts adds what a menu does on the keyboard.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu(props: MenuProps) {
  const { label, icon, text, className = '', align = 'start', isDeferred = false, children } = props
  const id = useId()
  const [isWanted, setIsWanted] = useState(!isDeferred)
  const look = text === undefined ? `icon-button i-${icon ?? 'more'}` : 'menu-button'
  return (
    <>
      <button
        type="button"
        className={`${look} ${className}`.trimEnd()}
        aria-label={label}
        aria-haspopup="menu"
        onClick={() => setIsWanted(true)}
        {...{ popovertarget: id }}
      >
        {text !== undefined && icon && <Icon name={icon} />}
        {text}
      </button>
      <div id={id} className="menu-pop" data-menu={align} {...{ popover: 'auto' }}>
        {isWanted && children}
      </div>
    </>
  )
}

type EntryProps = { icon?: IconName | undefined; danger?: boolean }

/** An entry that is a button; with `type="submit"` it works without JavaScript too. */
export function MenuItem(props: EntryProps & ComponentProps<'button'>) {
  const { icon, danger, children, ...button } = props
  return (
    <button type="button" data-menu-item="" {...button} className={entryClass(danger)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type MenuLinkProps = EntryProps & { children: ReactNode } & (
    | { to: string }
    | ({ href: string } & ComponentProps<'a'>)
  )

/** An entry that leads to a page of ours (`to`), or to a file (`href`). */
export function MenuLink(props: MenuLinkProps) {
  const { icon, danger, children, ...link } = props
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  const shared = { 'data-menu-item': '', className: entryClass(danger) }
  if ('to' in link) {
    return (
      <Link {...shared} {...link}>
        {content}
      </Link>
    )
  }
  return (
    <a {...shared} {...link}>
      {content}
    </a>
  )
}

type MenuChoiceProps = {
  checked: boolean
  /** What the choice means, in a second line. */
  description?: ReactNode
  onSelect?(): void
} & Omit<ComponentProps<'button'>, 'onSelect'>

/** One of several choices, of which one holds. */
export function MenuChoice(props: MenuChoiceProps) {
  const { checked, description, onSelect, children, ...button } = props
  return (
    <button
      type="button"
      data-menu-item="radio"
      data-checked={checked}
      aria-pressed={checked}
      onClick={onSelect}
      {...button}
      className="menu-entry"
    >
      <i className={checked ? 'icon i-check' : 'icon'} aria-hidden="true" />
      <span>
        {children}
        {description && <small>{description}</small>}
      </span>
    </button>
  )
}

export function MenuSeparator() {
  return <hr className="menu-separator" />
}

function entryClass(danger: boolean | undefined) {
  return danger ? 'menu-entry danger' : 'menu-entry'
}
