import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { CONFLICT_CHOICES, TITLE_CHOICES } from '../pane/conflict-choices.ts'
import { ConflictTexts } from '../pane/conflict-texts.tsx'
import type { EditValues } from './edit-form.tsx'
import { FormButtons } from './form-buttons.tsx'

type Texts = { ours: string; theirs: string }

/** What was saved elsewhere in the same places while a form was filled in. */
export type ShownConflict = {
  /** What was typed. */
  mine: EditValues
  /** `createdAt` of the version that was saved elsewhere. */
  current: string
  /** Null where the titles do not conflict. */
  title: Texts | null
  places: Texts[]
}

type ConflictFormProps = { id: string; back: string; conflict: ShownConflict }

/** Places of a conflict whose words are compared, which the server does for the page. */
const MARKED_PLACES = 5

/** Both texts of each place, with a choice for each. Nothing is saved until the form is. */
export function ConflictForm({ id, back, conflict }: ConflictFormProps) {
  const { mine, current, title, places } = conflict
  return (
    <Form
      method="post"
      action={paths.documentEdit(id, back)}
      encType="multipart/form-data"
      className="edit-form"
    >
      <div role="alert">
        <p>
          This document was changed elsewhere while you edited it, in the same places. Nothing of
          yours is lost: choose what stays, and save. The{' '}
          <a href={paths.documentVersion(id, current)}>other version</a> stays among the versions.
        </p>
      </div>
      <input type="hidden" name="title" value={mine.title} />
      <input type="hidden" name="content" value={mine.content} />
      <input type="hidden" name="baseCreatedAt" value={mine.baseCreatedAt} />
      <input type="hidden" name="current" value={current} />
      <input type="hidden" name="redirectTo" value={back} />
      {title && (
        <Place name="titleChoice" legend="The title" texts={title} choices={TITLE_CHOICES} />
      )}
      {places.map((texts, index) => (
        <Place
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of one conflict keep their order
          key={index}
          name={`place-${index}`}
          legend={places.length === 1 ? 'The text' : `Place ${index + 1} of ${places.length}`}
          texts={texts}
          choices={CONFLICT_CHOICES}
          isMarked={index < MARKED_PLACES}
        />
      ))}
      <FormButtons intent="resolve" label="Save" back={back} />
    </Form>
  )
}

type PlaceProps = {
  name: string
  legend: string
  texts: Texts
  choices: typeof CONFLICT_CHOICES
  isMarked?: boolean
}

function Place({ name, legend, texts, choices, isMarked = true }: PlaceProps) {
  return (
    <fieldset className="edit-place">
      <legend>{legend}</legend>
      <ConflictTexts {...texts} isMarked={isMarked} />
      <div className="row">
        {choices.map(([choice, label]) => (
          <label key={choice}>
            <input type="radio" name={name} value={choice} defaultChecked={choice === 'mine'} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
