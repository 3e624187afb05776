import type { ReferenceField } from '#app/api-reference.ts'
import { Markdown } from '../markdown/markdown.tsx'

type FieldTableProps = { id?: string; caption: string; fields: ReferenceField[] }

/** The fields of a query, a body or a record, with type and description. */
export function FieldTable({ id, caption, fields }: FieldTableProps) {
  if (fields.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      id={id}
      className="field-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
      tabIndex={0}
      aria-label={caption}
    >
      <table>
        <caption>{caption}</caption>
        <tbody>
          {fields.map(({ name, type, required, description }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, in two alternatives; the list never changes
            <tr key={index}>
              <th scope="row">
                <code>{name}</code>
                {required && <span>required</span>}
              </th>
              <td>
                <span className="muted">{type}</span>
                {description && <Markdown text={description} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
