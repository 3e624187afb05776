import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first field that was refused, each time that a form
 * comes back. (Without JavaScript `autofocus` does it, when the page loads.)
 *
 * @param result what the action returned: new with every submission
 */
export function useFocusFirstInvalid(result: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [result])
  return form
}
