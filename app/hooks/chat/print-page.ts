/** How long an image may take before the page is printed without it, in milliseconds. */
const IMAGES_MS = 5_000

/** Prints the page once its images and fonts are there. */
export async function printPage(): Promise<void> {
  const images = [...document.querySelectorAll<HTMLImageElement>('.thread img')]
  const loaded = images.map((image) => {
    // What is out of sight would not be loaded.
    image.loading = 'eager'
    return image.decode().catch(() => undefined)
  })
  const tooLate = new Promise((resolve) => setTimeout(resolve, IMAGES_MS))
  await Promise.race([Promise.all([...loaded, document.fonts.ready]), tooLate])
  window.print()
}
