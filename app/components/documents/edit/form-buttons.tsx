import { Link } from '@remix-run/react'

type FormButtonsProps = { intent: string; label: string; back: string }

/** What ends a form of a document: its button, and the way back. */
export function FormButtons({ intent, label, back }: FormButtonsProps) {
  return (
    <div className="row">
      <button type="submit" className="button primary" name="intent" value={intent}>
        {label}
      </button>
      <Link className="button" to={back}>
        Cancel
      </Link>
    </div>
  )
}
