const MESSAGE = { type: 'suggestions' }

/** Tells the other views of a document, in this tab and in others, that its suggestions have changed. */
export function tellSuggestionsChanged(documentId: string): void {
  const channel = new BroadcastChannel(channelOf(documentId))
  channel.postMessage(MESSAGE)
  channel.close()
}

/** Calls the listener when another view, or a reply, has changed the suggestions of a document. */
export function onSuggestionsChanged(documentId: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(channelOf(documentId))
  channel.onmessage = ({ data }) => {
    if (data?.type === MESSAGE.type) listener()
  }
  return () => channel.close()
}

/** The channel of a document carries other messages too, about its versions. */
function channelOf(documentId: string): string {
  return `document:${documentId}`
}
