import { type KeyboardEvent, useState } from 'react'
import { useModal } from '#hooks/use-modal.ts'
import { shownImages } from './shown-images.ts'

type LightboxProps = { pane: HTMLElement; first: Element; onClose(): void }

/** The images of a conversation, one at a time, as large as the window or as they are. */
export default function Lightbox({ pane, first, onClose }: LightboxProps) {
  const dialog = useModal(onClose)
  const [images] = useState(() => shownImages(pane).map(({ src, alt }) => ({ src, alt })))
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      shownImages(pane).findIndex((shown) => shown.isSameNode(first)),
    ),
  )
  const [isActualSize, setActualSize] = useState(false)
  const image = images[index]

  function step(by: number) {
    setIndex((index + by + images.length) % images.length)
    setActualSize(false)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    // An image in its actual size is scrolled with the arrows.
    if (images.length < 2 || isActualSize) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }

  if (!image) return null
  const name = image.alt || 'Image'
  return (
    <dialog ref={dialog} className="lightbox" aria-label="Image" onKeyDown={onKeyDown}>
      <header>
        <p aria-live="polite">
          {images.length > 1 ? `${name} (${index + 1} of ${images.length})` : name}
        </p>
        <button
          type="button"
          className="icon-button i-zoom"
          aria-label="Actual size"
          aria-pressed={isActualSize}
          onClick={() => setActualSize(!isActualSize)}
        />
        <a className="icon-button i-download" href={image.src} download={name}>
          <span className="sr-only">Download</span>
        </a>
        <button
          type="button"
          className="icon-button i-close"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        />
      </header>
      {/* In its actual size it must be scrollable by keyboard. */}
      <div className={isActualSize ? 'actual' : undefined} tabIndex={isActualSize ? 0 : undefined}>
        <img src={image.src} alt={image.alt} />
      </div>
      {images.length > 1 && (
        <footer>
          <button
            type="button"
            className="icon-button i-chevron-left"
            aria-label="Previous image"
            onClick={() => step(-1)}
          />
          <button
            type="button"
            className="icon-button i-chevron-right"
            aria-label="Next image"
            onClick={() => step(1)}
          />
        </footer>
      )}
    </dialog>
  )
}
