import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import { EditPage } from '#components/documents/edit/edit-page.tsx'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { loadEditPage, runEditAction } from '#http/pages/document/edit-page.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.document ? `Edit ${data.document.title} · Parley` : 'Parley' },
]

/** Bytes of a form: what a page gives to be edited, in any script, and as much again. */
const MAX_FORM_BYTES = 4 * 1024 * 1024

/**
 * A form that is being filled in stays on the version it began with: if a live
 * hint loaded the newer one, saving would undo it instead of showing the conflict.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => (formMethod || currentUrl.href !== nextUrl.href ? defaultShouldRevalidate : false)

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadEditPage)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, runEditAction, { maxBytes: MAX_FORM_BYTES })
}

export default function EditRoute() {
  return <EditPage {...useLoaderData<typeof loader>()} answer={useFormAnswer<typeof action>()} />
}
