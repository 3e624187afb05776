/** Whether it is an image of a message that can be seen in large, rather than a part of a link. */
export function isShownImage(image: Element): boolean {
  const link = image.closest('a')
  const isOwnLink = !link || link.getAttribute('href') === image.getAttribute('src')
  return isOwnLink && image.closest('.msg') !== null
}

/** The images of a conversation that can be seen in large, in their order. */
export function shownImages(pane: Element): HTMLImageElement[] {
  return [...pane.querySelectorAll<HTMLImageElement>('.msg img')].filter(isShownImage)
}
