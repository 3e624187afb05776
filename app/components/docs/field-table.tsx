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
      className="scroll-mt-4 overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
      tabIndex={0}
      aria-label={caption}
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="pb-1 text-left font-medium">{caption}</caption>
        <tbody>
          {fields.map(({ name, type, required, description }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, in two alternatives; the list never changes
            <tr key={index} className="border-t border-border align-top">
              <th scope="row" className="w-2/5 py-2 pr-4 font-normal sm:w-1/3">
                <code className="text-[0.8125rem] break-all">{name}</code>
                {required && <span className="block text-xs text-muted">required</span>}
              </th>
              <td className="py-2 break-words">
                <span className="text-muted">{type}</span>
                {description && <Markdown text={description} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
