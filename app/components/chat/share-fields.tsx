type ShareFieldsProps = { isPublic: boolean; className?: string }

/** What a form that shares a chat, or ends it, is made of: what is so, and the button for the other. */
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
