type ShareFieldsProps = { isPublic: boolean; className?: string }

/** The content of the form that makes a chat public or private: its present state, and the button that changes it. */
export function ShareFields({ isPublic, className }: ShareFieldsProps) {
  return (
    <>
      <p className={className}>
        {isPublic
          ? 'Anyone with the address of this chat can read it.'
          : 'Only you can read this chat.'}
      </p>
      <input type="hidden" name="intent" value="share" />
      <button
        type="submit"
        className="button"
        name="visibility"
        value={isPublic ? 'private' : 'public'}
      >
        {isPublic ? 'Make it private' : 'Make it public'}
      </button>
    </>
  )
}
