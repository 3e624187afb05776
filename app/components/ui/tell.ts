/**
 * Shows a sentence as a toast, from code of the first script. The toast is no part of that
 * script; it is loaded behind each page (`patient-page-data.ts`), so that it is there
 * when the network is away.
 */
export function tell(text: string): void {
  import('./toast.ts').then(
    ({ showToast }) => showToast({ text }),
    // Without it the page says less, and works as well.
    () => {},
  )
}
