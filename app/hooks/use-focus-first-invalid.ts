import { type RefObject, useEffect, useRef } from 'react'

/**
 * Does to a form that comes back refused what a loaded page would do: moves
 * the focus to the first field that is wrong, and forgets the password.
 *
 * @param failure what the action returned: new with every submission
 */
export function useFocusFirstInvalid(failure: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!failure || !form.current) return
    for (const field of form.current.querySelectorAll('input')) {
      if (field.type === 'password') field.value = ''
    }
    form.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  return form
}
