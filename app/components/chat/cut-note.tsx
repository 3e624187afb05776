/** Says that a message goes on beyond what its page shows. */
export function CutNote() {
  return <p className="note">This message is too long for the page. An export has all of it.</p>
}
