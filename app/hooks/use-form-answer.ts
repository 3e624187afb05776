import { useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'

type Answer<Action> = ReturnType<typeof useActionData<Action>>

/**
 * What the page's form was answered with: `useActionData` that survives a
 * revalidation. The router forgets an answer as soon as a page's data are loaded
 * again (`completeNavigation` in @remix-run/router), and a hint from another tab may
 * do that while a conflict, an error or a token that is shown once is being read.
 *
 * @returns undefined when the page was not answered, and after the next navigation
 */
export function useFormAnswer<Action>(): Answer<Action> {
  const answer = useActionData<Action>()
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer })
  const isCurrent = kept.key === key && (answer === undefined || kept.answer === answer)
  if (!isCurrent) setKept({ key, answer })
  return isCurrent ? kept.answer : answer
}
