const loadToast = () => import('./toast.ts')

/** Loads what {@link tell} needs, so that it is there when the network is away. */
export function prepareToTell(): void {
  loadToast().catch(() => {})
}

/** Shows a sentence as a toast, from code of the first script, of which the toast itself is no part. */
export function tell(text: string): void {
  loadToast().then(
    ({ showToast }) => showToast({ text }),
    // Without it the page says less, and works as well.
    () => {},
  )
}
