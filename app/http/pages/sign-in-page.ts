import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { pageLoader } from './page-loader.ts'
import { getPageSession } from './page-session.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * The loader of /login and /register. Who has an account and is signed in has
 * no business there and goes to the chat; a guest may keep the chats in an
 * account (/register) or take them into one (/login).
 */
export function loadEntryPage(args: LoaderFunctionArgs) {
  return pageLoader(args, async () => {
    const { request, context } = args
    const session = await getPageSession(context, request)
    if (session?.user.kind === 'registered') throw redirect('/', 303)
    const wanted = new URL(request.url).searchParams.get('redirectTo')
    return { redirectTo: redirectTarget(wanted), isGuest: session !== null }
  })
}
