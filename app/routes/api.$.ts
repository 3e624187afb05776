import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { problem } from '#http/responses/problem.ts'

/** Answers for every path of `/api` that no other route has. */
export function loader({ context }: LoaderFunctionArgs | ActionFunctionArgs) {
  return problem(context.requestId, {
    status: 404,
    title: 'Not Found',
    detail: 'There is nothing at this path. The interface is described at /docs/api.',
  })
}

export const action = loader
