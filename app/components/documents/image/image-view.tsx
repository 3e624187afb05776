import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { DocumentChatLink } from '../pane/document-chat-link.tsx'
import { useZoom } from './use-zoom.ts'

type ImageViewProps = {
  image: { id: string; title: string; createdAt: string }
  /** The chat that can be asked for a change of it; null where there is none. */
  chatId: string | null
}

/**
 * An image that is enlarged by buttons, by keys (plus, minus, 0 to fit, 1 for its own
 * size), and by the wheel with Ctrl, and moved by dragging or scrolling. Without
 * JavaScript it fits its place.
 */
export function ImageView({ image, chatId }: ImageViewProps) {
  const { id, title, createdAt } = image
  const { stage, picture, zoom, width, percent, setZoom, measure } = useZoom()
  const drag = useRef<{ x: number; y: number } | null>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit', '1': 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setZoom(next as 'in' | 'out' | 'fit' | number)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    // A finger scrolls by itself.
    if (event.button !== 0 || event.pointerType !== 'mouse') return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY }
  }

  function onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    if (!drag.current) return
    currentTarget.scrollBy(drag.current.x - clientX, drag.current.y - clientY)
    drag.current = { x: clientX, y: clientY }
  }

  return (
    <div className="image-view">
      <div className="row image-bar">
        <fieldset className="row needs-js">
          <legend className="sr-only">Zoom</legend>
          <button
            type="button"
            className="button small"
            aria-label="Smaller"
            onClick={() => setZoom('out')}
          >
            −
          </button>
          <output className="image-zoom">{percent === null ? '' : `${percent} %`}</output>
          <button
            type="button"
            className="button small"
            aria-label="Larger"
            onClick={() => setZoom('in')}
          >
            +
          </button>
          {(['fit', 1] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="button small"
              aria-pressed={zoom === each}
              onClick={() => setZoom(each)}
            >
              {each === 'fit' ? 'Fit' : '100 %'}
            </button>
          ))}
        </fieldset>
        {chatId && (
          <DocumentChatLink
            className="button small"
            chatId={chatId}
            message={`Change the image “${title}”: `}
          >
            Ask for a change
          </DocumentChatLink>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        ref={stage}
        className="image-stage"
        role="group"
        aria-label={`Image: ${title}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
        tabIndex={0}
        data-enlarged={zoom === 'fit' ? undefined : ''}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null
        }}
      >
        <img
          ref={picture}
          src={paths.documentExport(id, createdAt)}
          alt={title}
          draggable={false}
          onLoad={measure}
          style={width === undefined ? undefined : { width }}
        />
      </div>
    </div>
  )
}
