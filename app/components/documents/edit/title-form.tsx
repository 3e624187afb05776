import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Field } from '../../form/field.tsx'
import { FormButtons } from './form-buttons.tsx'

/** The title of a document whose content is not edited in a form. */
export function TitleForm({ id, back, title }: { id: string; back: string; title: string }) {
  return (
    <Form method="post" action={paths.document(id)} className="edit-form">
      <input type="hidden" name="redirectTo" value={back} />
      <Field label="Title" name="title" defaultValue={title} autoComplete="off" required />
      <FormButtons intent="rename" label="Rename" back={back} />
    </Form>
  )
}
