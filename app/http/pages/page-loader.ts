import type { LoaderFunctionArgs } from '@remix-run/node'
import type { EntityManager } from '#db/orm.ts'
import { errorResponse } from '../responses/problem.ts'
import { passRetryAfter } from './pass-retry-after.ts'

export type PageLoaderArgs = Pick<LoaderFunctionArgs, 'request' | 'params' | 'context'> & {
  em: EntityManager
}

/**
 * Runs the loader of a page. An error becomes the error page with its status;
 * what the visitor may know of it is in `data.title` and `data.detail`.
 */
export async function pageLoader<T>(
  { request, params, context }: LoaderFunctionArgs,
  load: (args: PageLoaderArgs) => Promise<T>,
): Promise<T> {
  try {
    return await load({ request, params, context, em: context.services.orm.em.fork() })
  } catch (error) {
    const response = errorResponse(error, context)
    passRetryAfter(response, context)
    // Remix reads the data of a thrown response only from this type.
    if (response.headers.get('Content-Type') === 'application/problem+json') {
      response.headers.set('Content-Type', 'application/json')
    }
    throw response
  }
}
