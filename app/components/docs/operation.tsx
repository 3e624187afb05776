import type { ReferenceOperation, ReferenceResponse } from '#app/api-reference.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { FieldTable } from './field-table.tsx'

/** One endpoint: its parameters and body, its responses, and an example call. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, access, parameters, body, example, curl } =
    operation
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="operation">
      <header>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p className="operation-path">
          <strong>{method}</strong> {path}
        </p>
        {access && <p className="note">{access}</p>}
      </header>
      {description && <Markdown text={description} />}
      <FieldTable caption="Parameters" fields={parameters} />
      {body && <FieldTable caption={`Body: ${body.type}`} fields={body.fields} />}
      <Responses operation={operation} />
      {curl && <CodeBlock code={curl} language="sh" />}
      {example && (
        <details className="operation-example">
          <summary>Example response</summary>
          <CodeBlock code={example.code} language={example.language} />
        </details>
      )}
    </article>
  )
}

function Responses({ operation }: { operation: ReferenceOperation }) {
  return (
    <div className="operation-responses">
      <h4>Responses</h4>
      <dl>
        {operation.responses.map(({ status, description, types, record }) => (
          <div key={status} className="response">
            <dt>{status}</dt>
            <dd>
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
    <p className="response-body muted">
      {types}
      {record && (
        <>
          {record.isList ? ': list of ' : ': '}
          <a href={`#record-${record.name}`}>{record.name}</a>
        </>
      )}
    </p>
  )
}
