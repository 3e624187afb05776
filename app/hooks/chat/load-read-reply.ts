/**
 * Loads what reads the stream of a reply: no page needs it before its first reply, and
 * each loads it as soon as it is shown.
 *
 * @throws when the network does not give it
 */
export async function loadReadReply() {
  return (await import('./read-reply.ts')).readReply
}
