/** Chooses files for the message. */
export function AttachButton({ onFiles }: { onFiles(files: FileList | null): void }) {
  return (
    <label className="icon-button i-plus needs-js">
      <span className="sr-only">Attach images and text files</span>
      <input
        type="file"
        multiple
        className="sr-only"
        onChange={(event) => {
          onFiles(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
