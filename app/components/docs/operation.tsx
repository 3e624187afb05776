import type { ReferenceOperation, ReferenceResponse } from '#app/api-reference.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { FieldTable } from './field-table.tsx'

/** One endpoint: its parameters and body, its responses, and an example call. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, access, parameters, body, example, curl } =
    operation
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex scroll-mt-4 flex-col gap-4 border-t border-border pt-6"
    >
      <header className="flex flex-col gap-1">
        <h3 id={`${id}-title`} className="text-lg font-semibold">
          <a href={`#${id}`} className="no-underline hover:underline">
            {summary}
          </a>
        </h3>
        <p className="font-mono text-sm break-all">
          <strong className="text-accent">{method}</strong> {path}
        </p>
        {access && <p className="text-sm text-muted">{access}</p>}
      </header>
      {description && <Markdown text={description} />}
      <FieldTable caption="Parameters" fields={parameters} />
      {body && <FieldTable caption={`Body: ${body.type}`} fields={body.fields} />}
      <Responses operation={operation} />
      {curl && <CodeBlock code={curl} language="sh" />}
      {example && (
        <details>
          <summary className="cursor-pointer text-sm text-muted">Example response</summary>
          <CodeBlock code={example.code} language={example.language} />
        </details>
      )}
    </article>
  )
}

function Responses({ operation }: { operation: ReferenceOperation }) {
  return (
    <div>
      <h4 className="pb-1 text-sm font-medium">Responses</h4>
      <dl className="text-sm">
        {operation.responses.map(({ status, description, types, record }) => (
          <div key={status} className="flex gap-4 border-t border-border py-2">
            <dt className="w-10 shrink-0 font-mono">{status}</dt>
            <dd className="min-w-0 flex-1 break-words">
              <Markdown text={description} />
              {record?.name !== 'Problem' && <ResponseBody types={types} record={record} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function ResponseBody({ types, record }: Pick<ReferenceResponse, 'types' | 'record'>) {
  return (
    <p className="text-muted">
      {types}
      {record && (
        <>
          {record.isList ? ': list of ' : ': '}
          <a href={`#record-${record.name}`} className="underline underline-offset-4">
            {record.name}
          </a>
        </>
      )}
    </p>
  )
}
