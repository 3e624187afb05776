import { type RefObject, useEffect, useRef } from 'react'

/**
 * After the server has refused a form, moves the focus to the first invalid
 * field and clears the password, as a page that is loaded anew would do.
 *
 * @param failure what the form's action returned; a new object with every submission
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
