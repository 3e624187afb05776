import { useEffect, useId, useRef, useState } from 'react'
import type { ConflictChoice } from '#core/documents/merge/resolve-conflicts.ts'
import type { SessionConflict } from '#hooks/documents/session-types.ts'
import { CONFLICT_CHOICES, TITLE_CHOICES } from './conflict-choices.ts'
import { ConflictTexts } from './conflict-texts.tsx'

type ConflictPanelProps = {
  conflict: SessionConflict
  onResolve(choices: ConflictChoice[], title: 'mine' | 'theirs'): void
}

/**
 * What was changed here and elsewhere in the same places, side by side, to choose from.
 * Nothing is saved until each place has its choice; until then the text stays as it was
 * written here, and the other one is a version of its own.
 */
export function ConflictPanel({ conflict, onResolve }: ConflictPanelProps) {
  const { conflicts, title } = conflict
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const key = JSON.stringify([conflicts, title])
  const [chosen, setChosen] = useState<{ key: string; choices: (ConflictChoice | undefined)[] }>()
  // A conflict that has become another one is chosen anew.
  const choices = chosen?.key === key ? chosen.choices : []
  const places = conflicts.length + (title ? 1 : 0)

  useEffect(() => {
    // Somebody who types is not interrupted: the state of saving tells of it.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) heading.current?.focus()
  }, [])

  function choose(index: number, choice: ConflictChoice) {
    const next = Array.from({ length: places }, (_, at) => (at === index ? choice : choices[at]))
    setChosen({ key, choices: next })
    if (next.some((each) => each === undefined)) return
    const decided = next as ConflictChoice[]
    onResolve(decided.slice(title ? 1 : 0), title && decided[0] === 'theirs' ? 'theirs' : 'mine')
  }

  return (
    <section className="conflict-panel" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {places === 1 ? 'One place was' : `${places} places were`} changed here and elsewhere
      </h2>
      <p className="note" role="status">
        Choose what stays. Your text is kept until then, and the other one stays among the versions.
      </p>
      <ol>
        {title && (
          <Place
            name="the title"
            texts={{ ours: title.ours, theirs: title.theirs }}
            choices={TITLE_CHOICES}
            chosen={choices[0]}
            onChoose={(choice) => choose(0, choice)}
          />
        )}
        {conflicts.map(({ ours, theirs }, index) => {
          const place = index + (title ? 1 : 0)
          return (
            <Place
              // biome-ignore lint/suspicious/noArrayIndexKey: the places of one conflict keep their order
              key={index}
              name={conflicts.length === 1 ? 'the text' : `place ${index + 1}`}
              texts={{ ours, theirs }}
              choices={CONFLICT_CHOICES}
              chosen={choices[place]}
              onChoose={(choice) => choose(place, choice)}
            />
          )
        })}
      </ol>
    </section>
  )
}

type PlaceProps = {
  name: string
  texts: { ours: string; theirs: string }
  choices: typeof CONFLICT_CHOICES
  chosen: ConflictChoice | undefined
  onChoose(choice: ConflictChoice): void
}

function Place({ name, texts, choices, chosen, onChoose }: PlaceProps) {
  return (
    <li>
      <ConflictTexts {...texts} />
      <fieldset className="row">
        <legend className="sr-only">Choose for {name}</legend>
        {choices.map(([choice, label]) => (
          <button
            key={choice}
            type="button"
            className="button small"
            aria-pressed={chosen === choice}
            onClick={() => onChoose(choice)}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </li>
  )
}
