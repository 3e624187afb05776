import { createContext, type KeyboardEvent, useContext, useState } from 'react'

type Roving = { current: string; setCurrent(name: string): void }

const RovingContext = createContext<Roving>({ current: '', setCurrent: () => {} })

type ToolbarProps = { label: string; first: string; children: React.ReactNode }

/** A bar of controls that is one stop of the Tab key; the arrow keys go from one control to the next. */
export function Toolbar({ label, first, children }: ToolbarProps) {
  const [current, setCurrent] = useState(first)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar-item]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = nextIndex(event.key, at, items.length)
    if (next === null || at < 0) return
    event.preventDefault()
    items[next]?.focus()
    items[next]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return (
    <RovingContext.Provider value={{ current, setCurrent }}>
      <div
        role="toolbar"
        aria-label={label}
        className="text-bar"
        tabIndex={-1}
        onKeyDown={move}
        // A click leaves the selection of the text as it is.
        onMouseDown={(event) => event.preventDefault()}
      >
        {children}
      </div>
    </RovingContext.Provider>
  )
}

/** The index that a key leads to in a row or column of controls; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** What a control of the bar needs to be one that the arrow keys reach. */
export function useBarItem(name: string) {
  const { current, setCurrent } = useContext(RovingContext)
  return {
    'data-bar-item': name,
    tabIndex: current === name ? 0 : -1,
    onFocus: () => setCurrent(name),
  }
}

type BarButtonProps = {
  /** What it does, for people. */
  label: string
  /** The keys that do the same, as they are shown. */
  keys?: string | undefined
  /** The class of its icon. */
  icon: string
  isPressed?: boolean | undefined
  isDisabled?: boolean | undefined
  onPress(): void
}

/** A button of the bar. One that can do nothing now stays in reach of the keyboard. */
export function BarButton({ label, keys, icon, isPressed, isDisabled, onPress }: BarButtonProps) {
  const item = useBarItem(label)
  return (
    <button
      {...item}
      type="button"
      className={`icon-button ${icon}`}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    />
  )
}
