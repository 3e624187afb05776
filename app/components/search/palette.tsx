import { useNavigate, useRouteLoaderData } from '@remix-run/react'
import {
  type KeyboardEvent,
  type MutableRefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { paths } from '#app/paths.ts'
import { useModal } from '#hooks/use-modal.ts'
import type { AppFrameData } from '../sidebar/app-frame.tsx'
import { useSidebar } from '../sidebar/sidebar-context.ts'
import { type PaletteGroup, paletteActions, recentChats, resultGroups } from './palette-options.ts'
import { Snippet } from './result-text.tsx'
import { useSearch } from './use-search.ts'
import { SEARCH_LABEL } from './waiting-palette.tsx'

/** Chats that are there before anything is typed. */
const RECENT = 6

type PaletteProps = {
  /** What was typed before it had been loaded. */
  typedEarly: MutableRefObject<string>
  onClose(): void
}

/** Searches everything while it is typed, and does what else one may want to find. */
export default function Palette({ typedEarly, onClose }: PaletteProps) {
  const dialog = useModal(onClose)
  const [typed, setTyped] = useState(typedEarly.current)
  const [active, setActive] = useState(0)
  const search = useSearch(typed)
  const groups = usePaletteGroups(typed, search.results)
  const options = groups.flatMap(({ options }) => options)
  const chosen = options[Math.min(active, options.length - 1)]
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id])

  function choose(option: (typeof options)[number] | undefined) {
    if (!option) return
    dialog.current?.close()
    option.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[key]
    if (step !== undefined && options.length > 0) {
      setActive((Math.min(active, options.length - 1) + step + options.length) % options.length)
    } else if (key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className="palette" aria-label="Search">
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
        aria-label={SEARCH_LABEL}
        placeholder={SEARCH_LABEL}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label="Results" className="palette-list">
        {groups.map(({ label, options: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed within a listbox
          <div role="group" aria-label={label} key={label}>
            <p aria-hidden="true">{label}</p>
            {ofGroup.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
              <div
                role="option"
                tabIndex={-1}
                key={option.id}
                id={`${listId}-${option.id}`}
                aria-selected={option === chosen}
                className="palette-option"
                onMouseMove={() => setActive(options.indexOf(option))}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <i className={`icon i-${option.icon}`} aria-hidden="true" />
                <span>
                  <strong>
                    {option.marked ? <Snippet pieces={option.marked} /> : option.label}
                  </strong>
                  {option.snippet && option.snippet.length > 0 && (
                    <small>
                      <Snippet pieces={option.snippet} />
                    </small>
                  )}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="palette-status">
        {search.problem ?? statusOf(search, options.length)}
      </p>
      {typed.trim() && (
        <a className="palette-more" href={paths.search(typed.trim())}>
          All results on a page
        </a>
      )}
    </dialog>
  )
}

/** What can be chosen now; a group without options is left out. */
function usePaletteGroups(
  typed: string,
  results: Parameters<typeof resultGroups>[0],
): PaletteGroup[] {
  const navigate = useNavigate()
  const frame = useRouteLoaderData<AppFrameData>('routes/_app')
  const words = typed.trim().toLowerCase()
  const actions = paletteActions(navigate, useSidebar().toggle)
  const recent = recentChats(frame?.history.chats.slice(0, RECENT) ?? [], navigate)
  const groups =
    words === ''
      ? [
          { label: 'Recent chats', options: recent },
          { label: 'Actions', options: actions },
        ]
      : [
          ...resultGroups(results, navigate),
          {
            label: 'Actions',
            options: actions.filter(({ label }) => label.toLowerCase().includes(words)),
          },
        ]
  return groups.filter(({ options }) => options.length > 0)
}

function statusOf({ found, isSearching }: ReturnType<typeof useSearch>, count: number): string {
  if (isSearching) return 'Searching…'
  if (found === '') return ''
  return count === 0 ? `Nothing was found for “${found}”.` : ''
}
