type SendButtonProps = {
  /** Whether a reply is being written. */
  isBusy: boolean
  isStopping: boolean
  onStop(): void
}

/** Sends the message; while a reply is written, it stops the reply, and beside it a written message is put in the queue. */
export function SendButton({ isBusy, isStopping, onStop }: SendButtonProps) {
  if (!isBusy) {
    return (
      <button
        type="submit"
        className="send-button i-send"
        name="intent"
        value="send"
        aria-label="Send"
      />
    )
  }
  return (
    <>
      <button
        type="submit"
        className="icon-button i-send queue-button needs-js"
        aria-label="Queue this message"
      />
      <button
        type="button"
        className="send-button i-stop"
        aria-label="Stop the reply"
        aria-disabled={isStopping}
        onClick={onStop}
      />
    </>
  )
}
