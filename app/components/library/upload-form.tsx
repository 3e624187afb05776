import { Form } from '@remix-run/react'
import { type FormEvent, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { ACCEPTED_FILES } from '#core/library/file-kinds.ts'
import type { FileUploads } from '#hooks/use-file-uploads.ts'

/** Chooses files that become documents. With JavaScript they are sent as soon as they are chosen. */
export function UploadForm({ uploads }: { uploads: FileUploads }) {
  const field = useRef<HTMLInputElement>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    const input = field.current
    if (!input?.files?.length) return input?.click()
    void uploads.add(input.files)
    input.value = ''
  }

  return (
    <Form
      method="post"
      action={paths.documentsAction()}
      encType="multipart/form-data"
      onSubmit={send}
    >
      <input
        ref={field}
        type="file"
        name="file"
        multiple
        required
        accept={ACCEPTED_FILES}
        aria-label="Files to upload"
        onChange={send}
      />
      <button
        type="submit"
        className="button small"
        name="intent"
        value="upload"
        formNoValidate
        aria-disabled={uploads.waiting > 0 || undefined}
      >
        Upload
      </button>
      <span className="note needs-js">or drop files here</span>
    </Form>
  )
}

type UploadOutcomeProps = {
  waiting: number
  uploaded: number
  refused: { name: string; reason: string }[]
}

/** Says what has become of the files. */
export function UploadOutcome({ waiting, uploaded, refused }: UploadOutcomeProps) {
  return (
    <>
      <p role="status" className="note">
        {waiting > 0 && `Uploading, ${waiting} to go …`}
        {waiting === 0 &&
          uploaded > 0 &&
          `${uploaded === 1 ? '1 file is' : `${uploaded} files are`} uploaded.`}
      </p>
      {refused.length > 0 && (
        <div role="alert" className="library-notice bad">
          <ul>
            {refused.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
              <li key={index}>
                “{name}” {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
