import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { Field } from '../../../form/field.tsx'
import { type EditedLink, typedAddress } from '../rich/links.ts'

type LinkDialogProps = {
  link: EditedLink
  /** An empty address takes the link away. */
  onSave(text: string, href: string): void
  onClose(): void
}

/** Asks for the text of a link and where it leads. */
export function LinkDialog({ link, onSave, onClose }: LinkDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [hasProblem, setHasProblem] = useState(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const address = String(fields.get('address'))
    // One that was there may be of a kind that cannot be typed, as within the text.
    const href = address === link.href ? address : typedAddress(address)
    if (href) close(() => onSave(String(fields.get('text')), href))
    else setHasProblem(true)
  }

  /** While the dialog is open, nothing else can have the focus. */
  function close(then: () => void) {
    dialog.current?.close()
    then()
  }

  return (
    <dialog
      ref={dialog}
      className="link-dialog"
      aria-label="Link"
      onCancel={() => close(onClose)}
      // What happens in a dialog is no matter of the bar.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form onSubmit={save}>
        <Field
          label="Address"
          name="address"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={link.href}
          error={
            hasProblem
              ? 'Write an address of the web or of a mailbox, such as https://example.org.'
              : undefined
          }
        />
        <Field label="Text" name="text" autoComplete="off" defaultValue={link.text} />
        <div className="row">
          <button type="submit" className="button small primary">
            Save
          </button>
          {link.href && (
            <button
              type="button"
              className="button small"
              onClick={() => close(() => onSave(link.text, ''))}
            >
              Remove link
            </button>
          )}
          <button type="button" className="button small" onClick={() => close(onClose)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
