import type { LoaderFunctionArgs } from '@remix-run/node'
import { errorResponse } from '../responses/problem.ts'

/**
 * Runs the loader of a page. An error becomes the error page with its status;
 * what the visitor may know of it is in `data.title` and `data.detail`.
 */
export async function pageLoader<T>(
  { context }: LoaderFunctionArgs,
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle()
  } catch (error) {
    const response = errorResponse(error, context)
    // Remix reads the data of a thrown response only from this type.
    if (response.headers.get('Content-Type') === 'application/problem+json') {
      response.headers.set('Content-Type', 'application/json')
    }
    throw response
  }
}
