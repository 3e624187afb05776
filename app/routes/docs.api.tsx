import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Contents } from '#components/docs/contents.tsx'
import { FieldTable } from '#components/docs/field-table.tsx'
import { Operation } from '#components/docs/operation.tsx'
import { Markdown } from '#components/markdown/markdown.tsx'
import { openApiDocument } from '#http/openapi/openapi-document.ts'
import { apiGuide } from '#http/pages/api-docs/guide.ts'
import { reference } from '#http/pages/api-docs/reference.ts'

const PATH = '/docs/api'

export const meta: MetaFunction = () => [
  { title: 'HTTP interface · Parley' },
  { name: 'description', content: 'How a program talks to this service: guide and reference.' },
]

// The page holds the nonce of its policy, so shared caches must not keep it.
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'private, max-age=0' })

/** The reference is made of the document that /api/openapi.json serves. */
export function loader({ context, request }: LoaderFunctionArgs) {
  // Other spellings of the path would not get the page that is kept (app/http/pages/docs-page.ts).
  if (new URL(request.url).pathname !== PATH) throw redirect(PATH, 308)
  return { guide: apiGuide(context.origin), reference: reference(openApiDocument()) }
}

export default function ApiDocsPage() {
  const { guide, reference } = useLoaderData<typeof loader>()
  return (
    <div className="api-docs">
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <Contents guide={guide} tags={reference.tags} />
      <main id="content">
        <header>
          <h1>HTTP interface</h1>
          <Markdown text={reference.description} />
          <p className="docs-version">
            Version {reference.version}, in <a href="/api/openapi.json">OpenAPI 3.1</a>.{' '}
            <Link to={paths.newChat()}>Back to the chat</Link>
          </p>
        </header>
        {guide.map(({ id, title, markdown }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Markdown text={markdown} />
          </section>
        ))}
        {reference.tags.map(({ name, description, operations }) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <header>
              <h2 id={`${name}-title`}>{name}</h2>
              <Markdown text={description} />
            </header>
            {operations.map((operation) => (
              <Operation key={operation.id} operation={operation} />
            ))}
          </section>
        ))}
        <section id="records" aria-labelledby="records-title">
          <h2 id="records-title">Records</h2>
          {reference.schemas.map(({ name, fields }) => (
            <FieldTable key={name} id={`record-${name}`} caption={name} fields={fields} />
          ))}
        </section>
      </main>
    </div>
  )
}
